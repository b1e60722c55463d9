/** Folders of a project that hold secrets of this machine. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Has git leave out a folder with all that is in it. A `.gitignore` that is there already stays. */
export function leaveOutOfGit(folder: string): void {
  const file = join(folder, ".gitignore");
  if (!existsSync(file)) writeFileSync(file, "*\n");
}
