/** The client as those get it who depend on this package: packed, and imported by its subpath from a folder of their own. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

it("planwright/client is in the package as JavaScript with types, and imports nothing beside itself", () => {
  const folder = mkdtempSync(join(tmpdir(), "planwright-package-"));
  try {
    execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { stdio: ["ignore", "ignore", "inherit"] });
    const [archive = ""] = readdirSync(folder);
    execFileSync("tar", ["xzf", archive], { cwd: folder });
    mkdirSync(join(folder, "node_modules"));
    renameSync(join(folder, "package"), join(folder, "node_modules/planwright"));
    expect(readdirSync(join(folder, "node_modules/planwright/client/dist"))).toContain("resumable.d.ts");
    const script = 'import { resumable } from "planwright/client"; console.log(typeof resumable);';
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: folder });
    expect(String(said).trim()).toBe("function");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
