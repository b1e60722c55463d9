/**
 * Room `catalog/search`: which callables of a tenant fit the words of a request, where there are more than a planner can be offered.
 *
 * Owns: the words of a text (`search-terms.ts`); ranking by words (`term-index.ts`); the searched texts of a callable, and callables that a
 * request names exactly (this file). Leaves: how many are offered, and whether each can be pinned, to its callers; names and definitions to
 * `catalog/snapshot`.
 *
 * Invariants:
 * - The same catalog and the same words give the same list.
 * - Time and memory are bounded for each callable, however much its server says of it.
 * - Descriptions of others are compared and never followed: the most that they can gain is a place in the list.
 */
import { isJsonArray, isJsonObject, type Json, ownValue } from "../../json/json.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { type CatalogSnapshot, meaningOf } from "../snapshot/catalog-snapshot.ts";
import { callableNamed, callableNames } from "../snapshot/named-callable.ts";
import { queryTerms, type SearchField, TermIndex } from "./term-index.ts";

/** Objects within one another whose fields are read, and fields of one callable. */
const deepestSchema = 4;
const mostFields = 100;

/** Maximum callables that are found because the request names them exactly. Further ones compete by their words. */
const mostNamed = 30;

const weights = { name: 4, server: 2, description: 1, field: 1.5, fieldDescription: 0.5 } as const;

/** UTF-16 code units of a description that are read, so that the fields behind it are read too. */
const longestDescription = 3_000;

interface SearchedCatalog {
  readonly names: readonly string[];
  readonly index: TermIndex;
}

/** Made once per snapshot, when a search first needs it. */
const searched = new WeakMap<CatalogSnapshot, SearchedCatalog>();

/** Names of callables of `snapshot` that fit `query`, best first: those that it names to the letter, then those that its words fit. */
export function foundCallables(snapshot: CatalogSnapshot, query: readonly SearchField[]): readonly string[] {
  const { index, names } = searchedCatalog(snapshot);
  const literal = query.flatMap(({ text }) => namedIn(text, snapshot)).slice(0, mostNamed);
  const ranked = index.ranked(queryTerms(query)).flatMap(({ position }) => names[position] ?? []);
  return [...new Set([...literal, ...ranked])];
}

function searchedCatalog(snapshot: CatalogSnapshot): SearchedCatalog {
  const known = searched.get(snapshot);
  if (known !== undefined) return known;
  const names = callableNames(snapshot);
  const made = { names, index: new TermIndex(names.map((name) => fieldsOf(snapshot, name))) };
  searched.set(snapshot, made);
  return made;
}

function fieldsOf(snapshot: CatalogSnapshot, name: string): readonly SearchField[] {
  const callable = callableNamed(snapshot, name);
  if (typeof callable !== "object") return [];
  const meaning = meaningOf(snapshot, name);
  const server = meaning?.sort === "TOOL" ? meaning.tool.server : "";
  const { description, inputSchema, outputSchema } = callable satisfies CallableDefinition;
  const [fields, fieldDescriptions] = schemaTexts([inputSchema, outputSchema]);
  const own = meaning?.sort === "TOOL" ? meaning.tool.callable.remoteName : name;
  return [
    { text: own, weight: weights.name },
    { text: server, weight: weights.server },
    { text: description.slice(0, longestDescription), weight: weights.description },
    { text: fields, weight: weights.field },
    { text: fieldDescriptions, weight: weights.fieldDescription },
  ];
}

/** The names and descriptions of the fields of schemas. */
function schemaTexts(schemas: readonly (Json | null)[]): readonly [string, string] {
  const names: string[] = [];
  const descriptions: string[] = [];
  const visit = (schema: Json | undefined, depth: number) => {
    if (!isJsonObject(schema) || depth > deepestSchema) return;
    const description = ownValue(schema, "description");
    if (typeof description === "string" && depth > 0) descriptions.push(description.slice(0, 300));
    for (const listed of isJsonArray(schema.enum) ? schema.enum.slice(0, 20) : [])
      if (typeof listed === "string") descriptions.push(listed.slice(0, 100));
    const properties = ownValue(schema, "properties");
    for (const [name, part] of isJsonObject(properties) ? Object.entries(properties) : []) {
      if (names.length >= mostFields) return;
      names.push(name.slice(0, 100));
      visit(part, depth + 1);
    }
    visit(ownValue(schema, "items"), depth + 1);
  };
  for (const schema of schemas) visit(schema ?? undefined, 0);
  return [names.join(" "), descriptions.join(" ")];
}

/** Every name in `text` that means a callable, or is that of the tool of a server, in the order of the text. */
function namedIn(text: string, snapshot: CatalogSnapshot): readonly string[] {
  const tokens = new Set((text.match(/[\p{L}\p{N}_.:/-]+/gu) ?? []).flatMap((token) => [token, trimmed(token)]));
  const names = namesOf(snapshot);
  return [...tokens].flatMap((token) => names.get(token) ?? []);
}

/** Without the punctuation at the end of a sentence. */
function trimmed(token: string): string {
  return token.replace(/^[.:/-]+|(?<![.:/-])[.:/-]+$/g, "");
}

type NamesByName = ReadonlyMap<string, readonly string[]>;

const known = new WeakMap<CatalogSnapshot, NamesByName>();

/** The names that callers use for a thing, by each name that it has. */
function namesOf(snapshot: CatalogSnapshot): NamesByName {
  const made = known.get(snapshot);
  if (made !== undefined) return made;
  const byName = new Map<string, string[]>();
  const add = (written: string, name: string) => {
    const names = byName.get(written) ?? [];
    if (!names.includes(name)) byName.set(written, [...names, name]);
  };
  for (const name of callableNames(snapshot)) {
    const meaning = meaningOf(snapshot, name);
    add(name, name);
    if (meaning?.sort === "TOOL") {
      add(meaning.tool.qualifiedName, name);
      // A name of one common word, such as "search", is no name that was meant as one.
      if (/[_.-]|\p{Ll}\p{Lu}/u.test(meaning.tool.callable.remoteName)) add(meaning.tool.callable.remoteName, name);
    } else if (meaning?.sort === "AGENT") add(meaning.agent.name, name);
    else if (meaning?.sort === "WORKFLOW") add(meaning.workflow.name, name);
  }
  known.set(snapshot, byName);
  return byName;
}
