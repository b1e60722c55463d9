/** The problem of a value that is being written, at the field that it concerns. */

export interface FieldProblem {
  /** JSON Pointer into the value. Empty for the whole of it. */
  readonly pointer: string;
  readonly message: string;
  /** The written text is no value at all, such as text that is no JSON. The value does not contain it. */
  readonly isUnread?: true;
}

interface Violation {
  readonly instance: string;
  readonly keyword: string;
  readonly message: string;
}

/** Violations of a schema, as the API and the check of the page report them, in the words of a form and at its fields. */
export function fieldProblems(violations: readonly Violation[]): readonly FieldProblem[] {
  return violations.map(({ instance, keyword, message }) => {
    const missing = keyword === "required" ? /required property "(.*)"/s.exec(message)?.[1] : undefined;
    if (missing !== undefined) return { pointer: `${instance}/${escaped(missing)}`, message: "This is required" };
    return { pointer: instance, message: inWords(keyword, message) };
  });
}

/** JSON Pointer of a path of keys and indexes. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((key) => `/${escaped(String(key))}`).join("");
}

function inWords(keyword: string, message: string): string {
  switch (keyword) {
    case "type": {
      const [, found, expected] = /^Instance type "(.*)" is invalid\. Expected "(.*)"\.$/.exec(message) ?? [];
      return found === undefined || expected === undefined
        ? message
        : `Required is ${expected.replaceAll('", "', " or ")}, this is ${found}`;
    }
    case "pattern":
      return "This does not have the required form";
    case "format": {
      const [, name, example] = /^String is not a (.*)\. Expected a value such as (.*)\.$/.exec(message) ?? [];
      return name === undefined ? message : `Required is ${formatWords.get(name) ?? name}, such as ${example}`;
    }
    case "enum":
    case "const":
      return "This is none of what can be chosen";
    case "anyOf":
    case "oneOf":
      return "This is none of the permitted alternatives, or several at once";
    default:
      return message.replace(/^Instance /, "This ").replace(/\.$/, "");
  }
}

const formatWords: ReadonlyMap<string, string> = new Map([
  ["date-time", "a date with a time and its zone"],
  ["date", "a date"],
  ["time", "a time with its zone"],
  ["duration", "a duration"],
  ["email", "an email address"],
  ["uri", "an address with its scheme"],
  ["uuid", "a UUID"],
]);

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
