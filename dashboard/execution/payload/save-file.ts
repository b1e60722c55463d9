/** Saves a value as a file: a text as it is, everything else as JSON. */

export interface FileText {
  readonly name: string;
  readonly type: "application/json" | "text/plain";
  readonly text: string;
}

/** `what` becomes the name of the file, without characters that a file name cannot have. */
export function fileTextOf(value: unknown, what: string): FileText {
  const name = what.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 80) || "value";
  if (typeof value === "string") return { name: `${name}.txt`, type: "text/plain", text: value };
  return { name: `${name}.json`, type: "application/json", text: JSON.stringify(value, null, 2) };
}

export function saveFile({ name, text, type }: FileText): void {
  saveBlob(new Blob([text], { type }), name);
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
