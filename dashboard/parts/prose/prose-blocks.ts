/**
 * The part of Markdown that makes a text easier to read: headings, lists, quotes, code, strong and emphasised words. There is no link, no
 * image and no HTML: all other syntax stays as it was written. Each line is looked at once.
 */

export type Block =
  | { readonly kind: "PARAGRAPH" | "QUOTE"; readonly text: string }
  | { readonly kind: "HEADING"; readonly level: number; readonly text: string }
  | { readonly kind: "LIST"; readonly isOrdered: boolean; readonly start: number; readonly items: readonly string[] }
  | { readonly kind: "CODE"; readonly text: string };

export type Span = { readonly kind: "PLAIN" | "STRONG" | "EMPHASIS" | "CODE"; readonly text: string };

const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const bullet = /^ {0,8}(?:[-*+]|(\d{1,9})[.)])[ \t]+(.*)$/;
const quote = /^ {0,3}>[ \t]?(.*)$/;

/** The text as blocks, in order. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  let said: string[] = [];
  const flush = () => {
    if (said.length > 0) blocks.push({ kind: "PARAGRAPH", text: said.join("\n") });
    said = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? "").trimEnd();
    const [, mark] = fence.exec(line) ?? [];
    if (mark !== undefined) {
      flush();
      let last = at + 1;
      while (last < lines.length && lines[last]?.trim().startsWith(mark) !== true) last += 1;
      blocks.push({ kind: "CODE", text: lines.slice(at + 1, last).join("\n") });
      at = last;
      continue;
    }
    const [, marks, title] = heading.exec(line) ?? [];
    const item = bullet.exec(line);
    const [, quoted] = quote.exec(line) ?? [];
    if (line === "") flush();
    else if (marks !== undefined) {
      flush();
      blocks.push({ kind: "HEADING", level: marks.length, text: (title ?? "").replace(/[ \t]+#+$/, "") });
    } else if (item !== null) {
      flush();
      addItem(blocks, item[1], item[2] ?? "");
    } else if (quoted !== undefined) {
      flush();
      addQuote(blocks, quoted);
    } else said.push(line);
  }
  flush();
  return blocks;
}

function addItem(blocks: Block[], number: string | undefined, text: string): void {
  const isOrdered = number !== undefined;
  const last = blocks.at(-1);
  if (last?.kind === "LIST" && last.isOrdered === isOrdered) (last.items as string[]).push(text);
  else blocks.push({ kind: "LIST", isOrdered, start: Number(number ?? 1), items: [text] });
}

function addQuote(blocks: Block[], text: string): void {
  const last = blocks.at(-1);
  if (last?.kind === "QUOTE") blocks[blocks.length - 1] = { kind: "QUOTE", text: `${last.text}\n${text}` };
  else blocks.push({ kind: "QUOTE", text });
}

const marked =
  /`([^`\n]{1,400})`|\*\*([^*\n]{1,400})\*\*|(?<![\p{L}\p{N}*_])[*_]([^*_\s][^*_\n]{0,400})[*_](?![\p{L}\p{N}*_])/gu;

/** The words of a block. */
export function spansOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(marked)) {
    const [whole, code, strong, emphasis] = match;
    if (match.index > from) spans.push({ kind: "PLAIN", text: text.slice(from, match.index) });
    if (code !== undefined) spans.push({ kind: "CODE", text: code });
    else if (strong !== undefined) spans.push({ kind: "STRONG", text: strong });
    else spans.push({ kind: "EMPHASIS", text: emphasis ?? "" });
    from = match.index + whole.length;
  }
  if (from < text.length) spans.push({ kind: "PLAIN", text: text.slice(from) });
  return spans;
}
