/**
 * The spelling of a pattern that ECMA-262 reads with the flag `u`. JSON Schema asks for it, and yet many patterns in use are written for
 * Python, PCRE or Perl: `\-` and `\@` outside of a class, `[\w-.]`, `(?i)` in front, `[[:alpha:]]`, `\A` and `\Z`. A pattern that is valid
 * as it stands is never changed. One that means something else there, such as a possessive quantifier, is no pattern.
 */

export interface Spelling {
  readonly source: string;
  /** Those of `i`, `m` and `s` that hold for the whole pattern. */
  readonly flags: string;
}

/** How `source` is spelled with the flag `u`; undefined if it is no pattern. */
export function unicodeSpelling(source: string): Spelling | undefined {
  if (compiles(source)) return { source, flags: "" };
  const respelled = respell(source);
  return compiles(respelled.source) ? respelled : undefined;
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}

const syntaxCharacters = /[\^$\\.*+?()[\]{}|/]/;
const namedClasses: ReadonlyMap<string, string> = new Map([
  ["alpha", "a-zA-Z"],
  ["digit", "0-9"],
  ["alnum", "a-zA-Z0-9"],
  ["upper", "A-Z"],
  ["lower", "a-z"],
  ["space", "\\s"],
  ["blank", " \\t"],
  ["word", "\\w"],
  ["xdigit", "0-9A-Fa-f"],
  ["punct", "!-\\/:-@\\[-`\\{-~"],
  ["cntrl", "\\x00-\\x1f\\x7f"],
  ["print", "\\x20-\\x7e"],
  ["graph", "\\x21-\\x7e"],
]);

function respell(source: string): Spelling {
  const opening = /^\(\?([ims]+)\)/.exec(source);
  const body = opening === null ? source : source.slice(opening[0].length);
  let spelled = "";
  for (let at = 0; at < body.length; ) {
    const [text, length] = body[at] === "[" ? classAt(body, at) : outsideAt(body, at);
    spelled += text;
    at += length;
  }
  return { source: spelled, flags: [...new Set(opening?.[1] ?? "")].join("") };
}

type Piece = readonly [spelled: string, length: number];

function outsideAt(body: string, at: number): Piece {
  const rest = body.slice(at, at + 40);
  if (rest.startsWith("\\A")) return ["^", 2];
  if (/^\\[Zz]/.test(rest)) return ["$", 2];
  if (rest.startsWith("(?P<")) return ["(?<", 4];
  if (rest.startsWith("\\")) return escapeAt(body, at);
  // Characters that stand for themselves where they close or count nothing.
  if (rest.startsWith("]") || rest.startsWith("}")) return [`\\${rest[0]}`, 1];
  if (rest.startsWith("{")) {
    const counted = /^\{\d+(?:,\d*)?\}/.exec(rest);
    return counted === null ? ["\\{", 1] : [counted[0], counted[0].length];
  }
  return [rest[0] ?? "", 1];
}

function escapeAt(body: string, at: number): Piece {
  const character = String.fromCodePoint(body.codePointAt(at + 1) ?? 92);
  const isIdentity = !/[A-Za-z0-9]/.test(character) && !syntaxCharacters.test(character);
  return [isIdentity ? character : `\\${character}`, 1 + character.length];
}

/** A class from its `[` to its `]`. */
function classAt(body: string, from: number): Piece {
  let spelled = "[";
  let at = from + 1;
  if (body[at] === "^") {
    spelled += "^";
    at += 1;
  }
  // Elsewhere than in ECMAScript a `]` that comes first is a member.
  if (body[at] === "]" && body.indexOf("]", at + 1) > 0) {
    spelled += "\\]";
    at += 1;
  }
  let afterSet = false;
  while (at < body.length && body[at] !== "]") {
    const named = /^\[:([a-z]+):\]/.exec(body.slice(at, at + 12));
    const set = named === null ? undefined : namedClasses.get(named[1] ?? "");
    if (named !== null && set !== undefined) {
      spelled += set;
      at += named[0].length;
      afterSet = true;
      continue;
    }
    const [text, length] = body[at] === "\\" ? classEscapeAt(body, at) : [body[at] ?? "", 1];
    const opensRange = text === "-" && (afterSet || /^-\\[wWdDsSpP]/.test(body.slice(at, at + 3)));
    spelled += opensRange ? "\\-" : text;
    afterSet = /^\\[wWdDsSpP]/.test(text);
    at += length;
  }
  return [`${spelled}]`, at + 1 - from];
}

function classEscapeAt(body: string, at: number): Piece {
  const property = /^\\[pP]\{[^}]*\}/.exec(body.slice(at, at + 60));
  if (property !== null) return [property[0], property[0].length];
  if (body[at + 1] === "-") return ["\\-", 2];
  return escapeAt(body, at);
}
