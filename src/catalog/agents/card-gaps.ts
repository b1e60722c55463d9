/**
 * Gaps in the cards of other software, as far as their meaning is certain. A writer of protobuf JSON leaves out every empty member, and
 * several frameworks publish cards without members that A2A requires. Each gap is filled and becomes a warning; nothing is guessed.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";
import type { CardWarning } from "../agent-registration.ts";

export interface FilledCard {
  readonly card: JsonObject;
  readonly warnings: readonly CardWarning[];
}

/** Members of a card that may be missing, how each is read, and the text of its warning. */
const gaps: readonly (readonly [field: string, code: CardWarning["code"], value: Json, meaning: string])[] = [
  ["name", "NAME_MISSING", "", "the registration must give one"],
  ["description", "DESCRIPTION_MISSING", "", "the agent is described by its name unless the registration says more"],
  ["version", "FIELD_MISSING", "", "read as empty"],
  ["capabilities", "FIELD_MISSING", {}, "read as none of the optional ones"],
  ["defaultInputModes", "MODES_MISSING", ["text/plain"], "read as text/plain"],
  ["defaultOutputModes", "MODES_MISSING", ["text/plain"], "read as text/plain"],
  ["skills", "FIELD_MISSING", [], "read as none"],
];

/** Interfaces whose gaps are listed one by one. */
const listedInterfaces = 4;
const shownCharacters = 200;

/**
 * Fills the gaps of a card in the form of 1.0. Relative addresses are resolved against `cardUrl`, where the card was read; undefined keeps them.
 *
 * @example
 * ```ts
 * const { warnings } = filledCard({ skills: null }, undefined);
 * warnings.at(-1); // { code: "FIELD_MISSING", message: "The card has no skills: read as none" }
 * ```
 */
export function filledCard(card: JsonObject, cardUrl: string | undefined): FilledCard {
  const interfaces = filledInterfaces(ownValue(card, "supportedInterfaces"), cardUrl);
  const missing = gaps.filter(([field]) => isMissing(card, field));
  const skills = filledSkills(ownValue(card, "skills"));
  return {
    card: {
      ...card,
      ...(interfaces.value === undefined ? {} : { supportedInterfaces: interfaces.value }),
      ...(skills.value === undefined ? {} : { skills: skills.value }),
      ...Object.fromEntries(missing.map(([field, , value]) => [field, value])),
    },
    warnings: [
      ...interfaces.warnings,
      ...missing.map(([field, code, , meaning]) => ({ code, message: `The card has no ${field}: ${meaning}` })),
      ...skills.warnings,
    ],
  };
}

/** An empty name or description counts as absent, because protobuf does not distinguish the two. */
function isMissing(card: JsonObject, field: string): boolean {
  const value = ownValue(card, field) ?? null;
  return value === null || (value === "" && (field === "name" || field === "description"));
}

interface Filled {
  readonly value: Json | undefined;
  readonly warnings: readonly CardWarning[];
}

function filledInterfaces(interfaces: Json | undefined, cardUrl: string | undefined): Filled {
  if (!isJsonArray(interfaces)) return { value: interfaces, warnings: [] };
  const filled = interfaces.map((each) => filledInterface(each, cardUrl));
  return {
    value: filled.map(({ value }) => value ?? null),
    warnings: filled.slice(0, listedInterfaces).flatMap(({ warnings }) => warnings),
  };
}

/** Only cards of 1.0 have `supportedInterfaces`, and those of 0.3 were given the version of the card. */
function filledInterface(each: Json, cardUrl: string | undefined): Filled {
  if (!isJsonObject(each)) return { value: each, warnings: [] };
  const warnings: CardWarning[] = [];
  const url = ownValue(each, "url");
  const resolved = typeof url === "string" ? resolvedAddress(url, cardUrl) : undefined;
  if (typeof url === "string" && resolved !== undefined) {
    const message = `The address ${shown(url)} is relative: read as ${shown(resolved)}, against that of the card`;
    warnings.push({ code: "RELATIVE_ADDRESS", message });
  }
  const hasVersion = (ownValue(each, "protocolVersion") ?? "") !== "";
  if (!hasVersion) {
    const message = `The interface ${shown(resolved ?? url ?? null)} names no protocolVersion: read as A2A 1.0, the only version whose cards have supportedInterfaces`;
    warnings.push({ code: "PROTOCOL_VERSION_MISSING", message });
  }
  const value = {
    ...each,
    ...(resolved === undefined ? {} : { url: resolved }),
    ...(hasVersion ? {} : { protocolVersion: "1.0" }),
  };
  return { value, warnings };
}

/** Undefined for an address that is absolute, empty, or cannot be resolved. */
function resolvedAddress(url: string, cardUrl: string | undefined): string | undefined {
  if (cardUrl === undefined || url === "" || URL.canParse(url)) return undefined;
  return URL.parse(url, cardUrl)?.href;
}

function filledSkills(skills: Json | undefined): Filled {
  if (!isJsonArray(skills)) return { value: skills, warnings: [] };
  let value = skills;
  const warnings: CardWarning[] = [];
  for (const [field, empty, meaning] of [
    ["description", "", "read as empty"],
    ["tags", [], "read as none"],
  ] as const) {
    const lacks = (skill: Json) => isJsonObject(skill) && (ownValue(skill, field) ?? null) === null;
    const count = value.filter(lacks).length;
    if (count === 0) continue;
    value = value.map((skill) => (lacks(skill) ? { ...(skill as JsonObject), [field]: empty } : skill));
    const holders = count === 1 ? "1 skill has" : `${count} skills have`;
    warnings.push({ code: "FIELD_MISSING", message: `${holders} no ${field}: ${meaning}` });
  }
  return { value, warnings };
}

function shown(value: Json): string {
  return JSON.stringify(typeof value === "string" ? value.slice(0, shownCharacters) : null);
}
