/** One event of a stream, as far as a message can be in it. */

/** The data of an event of the usual type. `NOTHING` for one that has none, `UNUSUAL` for one with a line that has no field. */
export function eventIn(block: string): { readonly data: string } | "NOTHING" | "UNUSUAL" {
  const data: string[] = [];
  let type = "";
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon === 0 || line === "") continue;
    if (colon < 0) return "UNUSUAL";
    const value = line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    const field = line.slice(0, colon);
    if (field === "data") data.push(value);
    else if (field === "event") type = value;
  }
  const text = data.join("\n");
  return text === "" || (type !== "" && type !== "message") ? "NOTHING" : { data: text };
}
