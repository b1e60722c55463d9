/**
 * A file as text, read into JSON with the place of each value. YAML is read by version 1.2 with its core schema: `no` is a text, and there is no
 * other tag. Everything that a text could use to grow is bounded before it is expanded.
 */
import { type Alias, Composer, type Document, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, Parser } from "yaml";
import { type Json, objectOf, utf8Bytes } from "../../json/json.ts";
import { maxJsonDepth } from "../../plan/limits.ts";

export type FileFormat = "JSON" | "YAML";

/** Bounds of one file. */
export const fileLimits = {
  bytes: 262_144,
  /** Marks, words and pieces of white space. The reader takes some 5 µs for each. */
  lexemes: 100_000,
  /** Values, those that aliases repeat included. */
  values: 20_000,
  aliases: 100,
  depth: maxJsonDepth,
} as const;

/** Line and column, both from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Why a text cannot be read. `finding` completes "Cannot read the file: …". */
export interface TextProblem {
  readonly finding: string;
  readonly place: TextPlace | undefined;
  /** Set for something that is larger than it may be. */
  readonly limit?: { readonly name: string; readonly maximum: number; readonly found: number };
}

export type ParsedText =
  | {
      readonly ok: true;
      readonly value: Json;
      /** Where the value at `path` stands, or the nearest value around it that the text has. */
      readonly placeOf: (path: readonly string[]) => TextPlace;
    }
  | { readonly ok: false; readonly problem: TextProblem };

/**
 * Reads `text`. Never throws.
 *
 * @example
 * ```ts
 * const read = readFileText("agents:\n  - name: writer", "YAML");
 * read.ok && read.value; // { agents: [{ name: "writer" }] }
 * read.ok && read.placeOf(["agents", "0", "name"]); // { line: 2, column: 11 }
 * ```
 */
export function readFileText(text: string, format: FileFormat): ParsedText {
  try {
    return readBounded(text, format);
  } catch (error) {
    if (error instanceof TextFault) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** Ends the reading. It is caught above only. */
class TextFault extends Error {
  readonly problem: TextProblem;

  constructor(finding: string, place?: TextPlace, limit?: TextProblem["limit"]) {
    super(finding);
    this.problem = { finding, place, ...(limit === undefined ? {} : { limit }) };
  }
}

function tooLarge(name: string, maximum: number, found: number, place?: TextPlace): TextFault {
  return new TextFault(`${name} permits at most ${maximum}, found ${found}`, place, { name, maximum, found });
}

function readBounded(text: string, format: FileFormat): ParsedText {
  const bytes = utf8Bytes(text);
  if (bytes > fileLimits.bytes) throw tooLarge("maxFileBytes", fileLimits.bytes, bytes);
  checkLexemes(text);
  if (format === "JSON") checkJson(text);
  const lines = new LineCounter();
  const document = documentIn(text, lines);
  const placeAt = (offset: number): TextPlace => {
    const { col, line } = lines.linePos(offset);
    return { line, column: col };
  };
  const value = new ValueReader(document, placeAt).value;
  return { ok: true, value, placeOf: (path) => placeIn(document, path, placeAt) };
}

/** The lexer goes through the text once and holds nothing, so it is asked first: how much there is, and how deep. */
function checkLexemes(text: string): void {
  let count = 0;
  let flow = 0;
  let inLine = 0;
  for (const lexeme of new Lexer().lex(text)) {
    count += 1;
    if (count > fileLimits.lexemes) throw tooLarge("maxFileLexemes", fileLimits.lexemes, count);
    if (lexeme === "[" || lexeme === "{") flow += 1;
    else if (lexeme === "]" || lexeme === "}") flow -= 1;
    // Marks of a block nest within one line too: `- - - a`. Within brackets they do not.
    else if (flow <= 0 && (lexeme === "-" || lexeme === "?" || lexeme === ":")) inLine += 1;
    else if (lexeme.startsWith("\n") || lexeme.startsWith("\r")) inLine = 0;
    const depth = Math.max(flow, inLine);
    if (depth > fileLimits.depth) throw tooLarge("maxFileDepth", fileLimits.depth, depth);
  }
}

/** JSON is read as the YAML that it is, once it is known to be JSON. */
function checkJson(text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new TextFault(`required JSON, found that it is none: ${(error as Error).message}`);
  }
}

function documentIn(text: string, lines: LineCounter): Document.Parsed {
  // Whether a key is there twice is asked by the reader of values, which does not compare every key with every other.
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    uniqueKeys: false,
    merge: false,
    logLevel: "silent",
  });
  const documents = [...composer.compose(new Parser(lines.addNewLine).parse(text), true, text.length)];
  const [document, second] = documents;
  if (document === undefined) throw new TextFault("required a document, found none");
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const { col, line } = lines.linePos(problem.pos[0]);
    throw new TextFault(`required YAML 1.2, found: ${problem.message}`, { line, column: col });
  }
  if (second !== undefined) {
    const { col, line } = lines.linePos(second.range[0]);
    throw new TextFault("required one document, found a second one", { line, column: col });
  }
  return document;
}

/** Reads the values of a document. Aliases are followed here: each repeats its target, and counts as a repetition. */
class ValueReader {
  readonly value: Json;
  readonly #placeAt: (offset: number) => TextPlace;
  readonly #anchors: ReadonlyMap<string, unknown>;
  #values = 0;
  #aliases = 0;

  constructor(document: Document.Parsed, placeAt: (offset: number) => TextPlace) {
    this.#placeAt = placeAt;
    this.#anchors = new Map();
    this.value = this.#read(document.contents, 0);
  }

  #read(node: unknown, depth: number): Json {
    this.#values += 1;
    const place = this.#placeOf(node);
    if (this.#values > fileLimits.values) throw tooLarge("maxFileValues", fileLimits.values, this.#values, place);
    if (depth > fileLimits.depth) throw tooLarge("maxFileDepth", fileLimits.depth, depth, place);
    this.#keep(node);
    if (node === null || node === undefined) return null;
    if (isAlias(node)) return this.#repeated(node, depth, place);
    if (isScalar(node)) return this.#scalar(node.value, place);
    if (isSeq(node)) return node.items.map((item) => this.#read(item, depth + 1));
    if (isMap(node)) return this.#object(node.items, depth);
    throw new TextFault("required a value, found something else", place);
  }

  /** An anchor means the latest node of its name before the alias. */
  #keep(node: unknown): void {
    const anchor = (node as { readonly anchor?: string } | null)?.anchor;
    if (anchor !== undefined && !isAlias(node)) (this.#anchors as Map<string, unknown>).set(anchor, node);
  }

  #repeated({ source }: Alias, depth: number, place: TextPlace | undefined): Json {
    this.#aliases += 1;
    if (this.#aliases > fileLimits.aliases) throw tooLarge("maxFileAliases", fileLimits.aliases, this.#aliases, place);
    if (!this.#anchors.has(source))
      throw new TextFault(`required an anchor ${JSON.stringify(source)}, found none`, place);
    return this.#read(this.#anchors.get(source), depth + 1);
  }

  #scalar(value: unknown, place: TextPlace | undefined): Json {
    if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw new TextFault(`required a value that JSON has, found ${String(value)}`, place);
  }

  #object(pairs: readonly { readonly key: unknown; readonly value: unknown }[], depth: number): Json {
    const members = new Map<string, Json>();
    for (const { key, value } of pairs) {
      const place = this.#placeOf(key);
      const name = isScalar(key) ? key.value : undefined;
      if (typeof name !== "string" && typeof name !== "number")
        throw new TextFault("required a name as a text, found something else", place);
      const text = String(name);
      if (members.has(text)) throw new TextFault(`required each name once, found ${JSON.stringify(text)} again`, place);
      this.#keep(key);
      members.set(text, this.#read(value, depth + 1));
    }
    return objectOf(members);
  }

  #placeOf(node: unknown): TextPlace | undefined {
    const range = (node as { readonly range?: readonly number[] | null } | null)?.range;
    return range?.[0] === undefined ? undefined : this.#placeAt(range[0]);
  }
}

function placeIn(
  document: Document.Parsed,
  path: readonly string[],
  placeAt: (offset: number) => TextPlace,
): TextPlace {
  let node: unknown = document.contents;
  let offset = rangeOf(node) ?? 0;
  for (const segment of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
      offset = rangeOf(pair?.value) ?? rangeOf(pair?.key) ?? offset;
      node = pair?.value;
    } else if (isSeq(node)) {
      node = node.items[Number(segment)];
      offset = rangeOf(node) ?? offset;
    } else break;
  }
  return placeAt(offset);
}

function rangeOf(node: unknown): number | undefined {
  return (node as { readonly range?: readonly number[] | null } | null | undefined)?.range?.[0];
}
