/**
 * The completions at a place of a plan: callables where one is named, arguments with their types at their keys, values that a schema lists,
 * and references to earlier steps and bindings, field by field. The text may be broken, because somebody is writing it. Pure.
 */
import { findNodeAtLocation, getLocation, type Node, parseTree } from "jsonc-parser";
import { tooDeepAt } from "../problems/nesting.ts";
import { blankFor } from "./step-skeleton.ts";

export interface Known {
  readonly callables: readonly { readonly name: string; readonly kind: string; readonly description: string }[];
  /** Schemas of arguments, by the name of the callable, as far as they were read. */
  readonly inputs: ReadonlyMap<string, unknown>;
  /** Schemas of outputs, likewise. */
  readonly outputs: ReadonlyMap<string, unknown>;
  readonly bindings: readonly string[];
}

export interface Option {
  readonly label: string;
  /** Its type, its kind, or its description. */
  readonly detail: string;
  /** The text in the place of `from` to `to`. */
  readonly text: string;
  /** The selection afterwards, within `text`. Its end if absent. */
  readonly select?: { readonly start: number; readonly end: number };
}

export interface Completion {
  readonly from: number;
  readonly to: number;
  /** The written part of the word. */
  readonly word: string;
  readonly options: readonly Option[];
}

/** More would not be read. */
const most = 50;
const longestDetail = 90;

const stepKinds: readonly (readonly [string, string])[] = [
  ["tool", "calls a tool, an agent or a workflow"],
  ["humanInput", "asks a person"],
  ["parallel", "steps at the same time"],
  ["map", "one call for each item of a list"],
  ["loop", "one call until or while a condition is true"],
];
const toolKeys: readonly (readonly [string, string])[] = [
  ["stepId", "name of the step"],
  ["toolName", "what is called"],
  ["arguments", "what it is given"],
  ["when", "condition"],
  ["after", "steps that end before"],
  ["policy", "attempts, time limit"],
];

/** Null if nothing can be offered at `cursor`. */
export function completionAt(text: string, cursor: number, known: Known): Completion | null {
  if (tooDeepAt(text) !== null) return null;
  const tree = parseTree(text);
  if (tree === undefined) return null;
  const word = wordAt(text, cursor);
  const location = getLocation(text, word.from === cursor ? cursor : word.from + 1);
  const path = location.path.map(String);
  if (location.isAtPropertyKey) return keysAt(text, tree, location.path.slice(0, -1), word, known);
  const template = templateAt(text, word, cursor);
  if (template !== null) return referencesAt(tree, path, template, known);
  const key = path.at(-1);
  if (key === "toolName") return quoted(word, known.callables.map(callableOption));
  const at = path.indexOf("arguments");
  if (at > 0 && path.length === at + 2) return valuesAt(tree, location.path, at, word, known);
  if (path.at(-2) === "after")
    return quoted(
      word,
      stepsIn(tree).map(({ id, name }) => ({ label: id, detail: name })),
    );
  return null;
}

interface Word {
  /** Where the string begins, its quote included; the cursor outside of one. */
  readonly from: number;
  readonly to: number;
  readonly written: string;
  readonly isString: boolean;
}

/** The string around the cursor, which may have no end yet: then it goes to the cursor. */
function wordAt(text: string, cursor: number): Word {
  const lineStart = text.lastIndexOf("\n", cursor - 1) + 1;
  let open = -1;
  for (let at = lineStart; at < cursor; at += 1) {
    if (text[at] === "\\" && open >= 0) at += 1;
    else if (text[at] === '"') open = open < 0 ? at : -1;
  }
  if (open < 0) return { from: cursor, to: cursor, written: "", isString: false };
  const rest = /^(?:[^"\\\n]|\\.)*"/.exec(text.slice(cursor))?.[0];
  // A quote further on may open the next string: a text with a colon or a comma in it is none.
  const isEnd = rest !== undefined && !/[:,{}[\]]/.test(rest.replace(/\{\{|\}\}/g, ""));
  return {
    from: open,
    to: isEnd ? cursor + rest.length : cursor,
    written: text.slice(open + 1, cursor),
    isString: true,
  };
}

function keysAt(
  text: string,
  tree: Node,
  path: readonly (string | number)[],
  word: Word,
  known: Known,
): Completion | null {
  const object = findNodeAtLocation(tree, [...path]);
  const taken = new Set((object?.children ?? []).map(({ children }) => String(children?.[0]?.value ?? "")));
  taken.delete(word.written);
  const own = path.at(-1);
  if (own === "arguments") {
    const tool = findNodeAtLocation(tree, path.slice(0, -1) as (string | number)[]);
    const name = wordOf(tool, "toolName");
    return keyed(
      text,
      word,
      membersOf(known.inputs.get(name)).filter((member) => !taken.has(member.name)),
    );
  }
  const fixed = own === "tool" ? toolKeys : typeof own === "number" && path.at(-2) === "steps" ? stepKinds : [];
  return keyed(
    text,
    word,
    fixed.filter(([name]) => !taken.has(name)).map(([name, detail]) => ({ name, detail, blank: blankOfKey(name) })),
  );
}

function blankOfKey(name: string): string {
  if (name === "after") return "[]";
  return ["stepId", "toolName", "when"].includes(name) ? '""' : "{}";
}

interface Member {
  readonly name: string;
  readonly detail: string;
  readonly blank: string;
}

/** Members that a schema declares, those that it requires first. */
function membersOf(schema: unknown): readonly Member[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members = Object.entries(schema.properties).map(([name, member]) => ({
    name,
    isRequired: required.has(name),
    detail: detailOf(member, required.has(name)),
    blank: JSON.stringify(blankFor(member)),
  }));
  return [...members.filter(({ isRequired }) => isRequired), ...members.filter(({ isRequired }) => !isRequired)];
}

function detailOf(schema: unknown, isRequired: boolean): string {
  const words = isObject(schema) && typeof schema.description === "string" ? schema.description : "";
  return [typeWords(schema), isRequired ? "required" : "", words]
    .filter((part) => part !== "")
    .join(" · ")
    .slice(0, longestDetail);
}

/** The type that a schema declares, in a word. */
function typeWords(schema: unknown): string {
  if (!isObject(schema)) return "";
  if (Array.isArray(schema.enum))
    return schema.enum
      .slice(0, 4)
      .map((one) => JSON.stringify(one))
      .join(" | ");
  const types = Array.isArray(schema.type)
    ? schema.type.join(" | ")
    : typeof schema.type === "string"
      ? schema.type
      : "";
  if (types === "array") return `list of ${typeWords(schema.items) || "anything"}`;
  return types;
}

function valuesAt(
  tree: Node,
  path: readonly (string | number)[],
  at: number,
  word: Word,
  known: Known,
): Completion | null {
  const tool = findNodeAtLocation(tree, path.slice(0, at) as (string | number)[]);
  const schema = known.inputs.get(wordOf(tool, "toolName"));
  const member = isObject(schema) && isObject(schema.properties) ? schema.properties[String(path[at + 1])] : undefined;
  const listed = isObject(member) && Array.isArray(member.enum) ? member.enum : [];
  const values = listed.map((value) => ({
    label: JSON.stringify(value),
    detail: "value",
    text: JSON.stringify(value),
  }));
  const before = stepsBefore(tree, path).map(({ id, name }) => ({
    label: `{{steps.${id}.output}}`,
    detail: `output of ${name}`,
    text: JSON.stringify(`{{steps.${id}.output}}`),
  }));
  const bound = known.bindings.map((name) => ({
    label: `{{bindings.${name}}}`,
    detail: "binding",
    text: JSON.stringify(`{{bindings.${name}}}`),
  }));
  return narrowed(word.from, word.to, word.written, [...values, ...before, ...bound]);
}

interface Template {
  /** After the braces. */
  readonly from: number;
  readonly to: number;
  readonly written: string;
}

/** The reference that is being written. Null if none is. */
function templateAt(text: string, word: Word, cursor: number): Template | null {
  if (!word.isString) return null;
  const open = word.written.lastIndexOf("{{");
  if (open < 0 || word.written.indexOf("}}", open) >= 0) return null;
  const from = word.from + 1 + open + 2;
  const rest = /^[\w.-]*(?:\}\})?/.exec(text.slice(cursor))?.[0] ?? "";
  return { from, to: cursor + rest.length, written: text.slice(from, cursor) };
}

function referencesAt(
  tree: Node,
  path: readonly string[],
  { from, to, written }: Template,
  known: Known,
): Completion | null {
  const steps = stepsBefore(tree, path);
  const field = /^(steps\.([\w-]+)\.output(?:\.[\w-]+)*)\.([\w-]*)$/.exec(written);
  const options: Option[] = [];
  if (field !== null) {
    const [, whole = "", id = ""] = field;
    const step = steps.find((one) => one.id === id);
    const [, , , ...names] = whole.split(".");
    const schema = names.reduce<unknown>(memberOf, known.outputs.get(step?.name ?? ""));
    for (const { detail, name } of membersOf(schema)) options.push(reference(`${whole}.${name}`, detail));
  } else {
    for (const { id, name } of steps) options.push(reference(`steps.${id}.output`, `output of ${name}`));
    for (const name of known.bindings) options.push(reference(`bindings.${name}`, "binding"));
  }
  return narrowed(from, to, written, options);
}

/** The cursor stands before the closing braces, so that one goes on to a field. */
function reference(path: string, detail: string): Option {
  return { label: path, detail, text: `${path}}}`, select: { start: path.length, end: path.length } };
}

function memberOf(schema: unknown, name: string): unknown {
  if (!isObject(schema)) return undefined;
  if (isObject(schema.properties) && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  return /^\d+$/.test(name) ? schema.items : undefined;
}

interface WrittenStep {
  readonly id: string;
  readonly name: string;
}

/** Steps that call something, in the order of the text. */
function stepsIn(tree: Node, end = Number.POSITIVE_INFINITY): readonly WrittenStep[] {
  const found: WrittenStep[] = [];
  const visit = (node: Node) => {
    if (node.offset >= end) return;
    const id = wordOf(node, "stepId");
    if (id !== "" && node.offset + node.length < end) found.push({ id, name: wordOf(node, "toolName") || id });
    for (const child of node.children ?? []) visit(child);
  };
  visit(tree);
  return found;
}

/** Steps that end before the one that `path` lies in begins. */
function stepsBefore(tree: Node, path: readonly (string | number)[]): readonly WrittenStep[] {
  const at = path.findLastIndex((key, index) => key === "tool" && index > 0);
  const own = at < 0 ? undefined : findNodeAtLocation(tree, path.slice(0, at + 1).map(asKey));
  return stepsIn(tree, own?.offset);
}

function asKey(key: string | number): string | number {
  return typeof key === "string" && /^\d+$/.test(key) ? Number(key) : key;
}

function wordOf(node: Node | undefined, key: string): string {
  const value = node?.type === "object" ? findNodeAtLocation(node, [key]) : undefined;
  return value?.type === "string" ? String(value.value) : "";
}

function callableOption({ description, kind, name }: Known["callables"][number]) {
  return { label: name, detail: `${kind.toLowerCase()} · ${description}`.slice(0, longestDetail) };
}

function quoted(
  { from, to, written }: Word,
  options: readonly { readonly label: string; readonly detail: string }[],
): Completion | null {
  return narrowed(
    from,
    to,
    written,
    options.map(({ detail, label }) => ({ label, detail, text: JSON.stringify(label) })),
  );
}

function keyed(text: string, { from, to, written }: Word, members: readonly Member[]): Completion | null {
  const hasColon = /^\s*:/.test(text.slice(to));
  const isFollowed = /^\s*"/.test(text.slice(to));
  const options = members.map(({ blank, detail, name }): Option => {
    const key = JSON.stringify(name);
    if (hasColon) return { label: name, detail, text: key };
    const whole = `${key}: ${blank}${isFollowed ? "," : ""}`;
    const start = key.length + 2 + (/^["[{]/.test(blank) ? 1 : 0);
    const end = key.length + 2 + blank.length - (/^["[{]/.test(blank) ? 1 : 0);
    return { label: name, detail, text: whole, select: { start, end } };
  });
  return narrowed(from, to, written, options);
}

/** Entries whose label contains the written text, those that begin with it first. */
function narrowed(from: number, to: number, word: string, options: readonly Option[]): Completion | null {
  const wanted = word.toLowerCase();
  const inner = (label: string) => label.toLowerCase().replace(/^"/, "");
  const fitting = options.filter(({ label }) => inner(label).includes(wanted));
  const first = fitting.filter(({ label }) => inner(label).startsWith(wanted));
  const ordered = [...first, ...fitting.filter((option) => !first.includes(option))].slice(0, most);
  return ordered.length === 0 ? null : { from, to, word, options: ordered };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
