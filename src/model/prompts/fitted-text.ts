/** A text of fixed parts and of data blocks that may be cut; a block that was cut says how many of its bytes are missing. */
import type { Json } from "../../json/json.ts";
import { bytesInJson, cutToFit } from "./cut-to-fit.ts";
import { type BlockTag, dataText } from "./data-block.ts";

/** Text that stays as it is, or data between tags that may be cut. */
export type Part = string | { readonly tag: BlockTag; readonly data: string };

/** Data that may be cut, one value per line. */
export function cuttable(tag: BlockTag, values: readonly Json[]): Part {
  return { tag, data: values.map(dataText).join("\n") };
}

/** Joins parts by line breaks into at most `maxBytes` as JSON; into more only if the fixed parts alone are longer. */
export function fittedText(parts: readonly Part[], maxBytes: number): string {
  const blocks = parts.filter((part) => typeof part !== "string");
  const whole = written(parts, () => ({ text: undefined, bytesLeftOut: 0 }));
  if (bytesInJson(whole) <= maxBytes) return whole;
  // Every note about a cut is at most as long as this one.
  const frame = written(parts, () => ({ text: "", bytesLeftOut: Number.MAX_SAFE_INTEGER }));
  const cuts = cutToFit(
    blocks.map(({ data }) => data),
    maxBytes - bytesInJson(frame),
  );
  return written(parts, (at) => cuts[at] ?? { text: "", bytesLeftOut: 0 });
}

function written(
  parts: readonly Part[],
  cutAt: (block: number) => { readonly text: string | undefined; readonly bytesLeftOut: number },
): string {
  let blocks = 0;
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      const { text, bytesLeftOut } = cutAt(blocks++);
      const note = bytesLeftOut === 0 ? "" : ` bytes_left_out="${bytesLeftOut}"`;
      return `<${part.tag}${note}>\n${text ?? part.data}\n</${part.tag}>`;
    })
    .join("\n");
}
