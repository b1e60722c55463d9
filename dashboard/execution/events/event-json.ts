/** A whole event as it is shown and copied: the answer of the API, without the parts that only the operation needed. */

/** Lines that are shown of one event, and characters of one line. */
const mostLines = 400;
const longestLine = 2_000;

/** The event of an answer of `EventDetail` as the schema names its fields: aliases lose what follows `__`. */
export function plainEvent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainEvent);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => {
    const cut = name.indexOf("__");
    const plain = cut > 0 ? name.slice(0, cut) : name;
    return [plain, isDocument(member) ? documentOf(member) : opaque.has(name) ? member : plainEvent(member)] as const;
  });
  // The kind of an event is in its `type`.
  return Object.fromEntries(entries.filter(([name]) => name !== "__typename"));
}

/** Members whose value is data of somebody else, whose names are left as they are. */
const opaque: ReadonlySet<string> = new Set(["details", "chatFrame"]);

interface Document {
  readonly byteSize: number;
  readonly value: unknown;
  readonly preview: string;
}

function isDocument(value: unknown): value is Document {
  return (
    typeof value === "object" && value !== null && Object.hasOwn(value, "byteSize") && Object.hasOwn(value, "preview")
  );
}

/** A value that was too large for the answer keeps its beginning. */
function documentOf({ byteSize, preview, value }: Document): unknown {
  return value === null && byteSize > "null".length ? { byteSize, preview } : { byteSize, value };
}

/** A line of JSON in the parts that look different. */
export interface JsonLine {
  readonly indent: string;
  /** With its quotation marks and colon. Empty in a list. */
  readonly name: string;
  readonly value: string;
  readonly kind: "TEXT" | "LITERAL" | "BRACKET";
  readonly comma: "," | "";
}

/** The lines of a value as JSON, and how many were left out. */
export function jsonLines(value: unknown): { readonly lines: readonly JsonLine[]; readonly left: number } {
  const texts = (JSON.stringify(value, null, 2) ?? "null").split("\n");
  return { lines: texts.slice(0, mostLines).map(lineOf), left: Math.max(0, texts.length - mostLines) };
}

function lineOf(line: string): JsonLine {
  const [, indent = "", name = "", rest = ""] = /^(\s*)("(?:[^"\\]|\\.)*": )?(.*)$/s.exec(line) ?? [];
  const comma = rest.endsWith(",") ? "," : "";
  const text = comma === "" ? rest : rest.slice(0, -1);
  const left = text.length - longestLine;
  const value = left > 0 ? `${text.slice(0, longestLine)}… (${left} characters left)` : text;
  const kind = text.startsWith('"') ? "TEXT" : /^[{}[\]]/.test(text) ? "BRACKET" : "LITERAL";
  return { indent, name, value, kind, comma };
}
