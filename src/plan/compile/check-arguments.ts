/**
 * Whether the arguments of a step can fit the input schema of its callable, before anything ran (P14, C4, P19). Literals are validated at
 * their place, references by their types. Only certain errors are reported, because resolved arguments are validated again before the call.
 * Of the choices of a `coalesce` one that can fit is enough: its type is the union.
 */
import { type Json, type JsonObject, type JsonSchema, objectOf } from "../../json/json.ts";
import { nearestNames, suggested } from "../../json/nearest-name.ts";
import { jsonPointer } from "../../json/value-path.ts";
import { type Relation, relate } from "../../schema/claims/relation.ts";
import { documentSchema, type LocatedSchema } from "../../schema/document/located-schema.ts";
import {
  declaredMembers,
  declaresKind,
  demandedItem,
  demandedMember,
  demandsCombination,
  requiredMembers,
} from "../../schema/target-schema.ts";
import { typeName } from "../../schema/type-name.ts";
import { type SchemaViolation, violationsAt } from "../../schema/validator.ts";
import { standalone } from "../expressions/made-schema.ts";
import type { CelOperand, Operand, Reference } from "../plan.ts";
import { typeOfExpression } from "./check-expressions.ts";
import type { ReferenceTypes } from "./reference-type.ts";

/** A template whose values can never fit. */
export interface TypeMismatch {
  readonly argument: readonly string[];
  readonly template: string;
  readonly sourceCallable: string | undefined;
  readonly expectedType: string;
  readonly actualType: string;
}

export interface ArgumentCheck {
  readonly violations: readonly SchemaViolation[];
  readonly mismatches: readonly TypeMismatch[];
  /** The relation of each reference's and expression's values to the schema of its place. */
  readonly relations: ReadonlyMap<Reference | CelOperand, Relation>;
}

/** Checks `operand`, all arguments of a step, against `inputSchema`. */
export function checkArguments(operand: Operand, inputSchema: JsonSchema, types: ReferenceTypes): ArgumentCheck {
  const check = new OperandCheck(types, new Map());
  const target = documentSchema(inputSchema);
  check.visit(operand, target, []);
  const { violations, mismatches, relations } = check;
  if (operand.kind === "object" && violations.length + mismatches.length === 0 && demandsCombination(target)) {
    if (relate(documentSchema(schemaOf(operand, types)), target) === "disjoint") {
      const message = "The arguments together can never fit the schema, for any values of their references";
      violations.push({ instance: "", keyword: "$schema", message });
    }
  }
  return { violations, mismatches, relations };
}

class OperandCheck {
  readonly violations: SchemaViolation[] = [];
  readonly mismatches: TypeMismatch[] = [];
  readonly types: ReferenceTypes;
  readonly relations: Map<Reference | CelOperand, Relation>;

  constructor(types: ReferenceTypes, relations: Map<Reference | CelOperand, Relation>) {
    this.types = types;
    this.relations = relations;
  }

  /** `target` is null where the required type is unknown. */
  visit(operand: Operand, target: LocatedSchema | undefined, path: readonly string[]): void {
    switch (operand.kind) {
      case "literal":
        if (target !== undefined) this.#visitLiteral(operand.value, target, path);
        return;
      case "reference":
        this.#visitReference(operand.reference, target, path);
        return;
      case "text":
        this.#visitText(operand.parts, target, path);
        return;
      case "object":
        this.#visitObject(operand.entries, target, path);
        return;
      case "array":
        this.#visitArray(operand.items, target, path);
        return;
      case "coalesce":
        this.#visitChoices(operand.choices, target, path);
        return;
      case "cel":
        this.#visitExpression(operand, target, [...path, "cel"]);
    }
  }

  /** One that can never be evaluated is a problem of its own. */
  #visitExpression(expression: CelOperand, target: LocatedSchema | undefined, argument: readonly string[]): void {
    for (const reference of expression.references) this.relations.set(reference, "subset");
    const typed = typeOfExpression(expression, this.types);
    if (!typed.ok || target === undefined) return;
    const relation = relationOf(typed.type, target);
    this.relations.set(expression, relation);
    if (relation !== "disjoint") return;
    this.mismatches.push({
      argument,
      template: expression.expression,
      sourceCallable: undefined,
      expectedType: typeName(target),
      actualType: typeNames(typed.type),
    });
  }

  #visitLiteral(value: Json, target: LocatedSchema, path: readonly string[]): void {
    for (const violation of violationsAt(target, value))
      this.violations.push({ ...violation, instance: jsonPointer(path) + violation.instance });
  }

  #visitReference(reference: Reference, target: LocatedSchema | undefined, argument: readonly string[]): void {
    const type = this.types.get(reference);
    if (type === undefined) return;
    const relation = target === undefined ? "unknown" : relationOf(type.alternatives, target);
    this.relations.set(reference, relation);
    if (relation !== "disjoint" || target === undefined) return;
    this.mismatches.push({
      argument,
      template: reference.expression,
      sourceCallable: type.sourceCallable,
      expectedType: typeName(target),
      actualType: typeNames(type.alternatives),
    });
  }

  #visitText(
    parts: readonly (string | Reference)[],
    target: LocatedSchema | undefined,
    argument: readonly string[],
  ): void {
    const references = parts.filter((part) => typeof part !== "string");
    // Any value can be rendered as text.
    for (const reference of references) this.relations.set(reference, "subset");
    if (target === undefined || accepts(target, "string")) return;
    const template = parts.map((part) => (typeof part === "string" ? part : part.expression)).join("");
    this.mismatches.push({
      argument,
      template,
      sourceCallable: undefined,
      expectedType: typeName(target),
      actualType: "string",
    });
  }

  #visitObject(
    entries: readonly (readonly [string, Operand])[],
    target: LocatedSchema | undefined,
    path: readonly string[],
  ): void {
    if (target !== undefined && !accepts(target, "object")) {
      this.#violate(path, "type", `An object was found where ${typeName(target)} is required`);
      return;
    }
    for (const [key, operand] of entries) {
      const demanded = target === undefined ? undefined : demandedMember(target, key);
      if (target !== undefined && demanded?.accepted === false) this.#refuseMember(key, target, path);
      this.visit(operand, demanded?.accepted === true ? demanded.schema : undefined, [...path, key]);
    }
    const given = new Set(entries.map(([key]) => key));
    for (const name of target === undefined ? [] : requiredMembers(target)) {
      if (!given.has(name)) this.#violate(path, "required", `The required property ${JSON.stringify(name)} is missing`);
    }
  }

  #refuseMember(key: string, target: LocatedSchema, path: readonly string[]): void {
    const nearest = nearestNames(key, declaredMembers(target));
    const suggestion = suggested(nearest);
    this.#violate(path, "additionalProperties", `There is no property ${JSON.stringify(key)}${suggestion}`);
  }

  #visitArray(items: readonly Operand[], target: LocatedSchema | undefined, path: readonly string[]): void {
    if (target !== undefined && !accepts(target, "array")) {
      this.#violate(path, "type", `An array was found where ${typeName(target)} is required`);
      return;
    }
    for (const [index, item] of items.entries()) {
      const demanded = target === undefined ? undefined : demandedItem(target, index);
      if (demanded?.accepted === false) this.#violate(path, "items", `No item at index ${index} is accepted`);
      this.visit(item, demanded?.accepted === true ? demanded.schema : undefined, [...path, String(index)]);
    }
  }

  #visitChoices(choices: readonly Operand[], target: LocatedSchema | undefined, path: readonly string[]): void {
    const checks = choices.map((choice, index) => {
      const check = new OperandCheck(this.types, this.relations);
      check.visit(choice, target, [...path, "coalesce", String(index)]);
      return check;
    });
    if (checks.some((check) => check.violations.length + check.mismatches.length === 0)) return;
    for (const check of checks) {
      this.violations.push(...check.violations);
      this.mismatches.push(...check.mismatches);
    }
  }

  #violate(path: readonly string[], keyword: string, message: string): void {
    this.violations.push({ instance: jsonPointer(path), keyword, message });
  }
}

/** Whether some value of `kind` may fit `target`. */
function accepts(target: LocatedSchema, kind: "object" | "array" | "string"): boolean {
  return declaresKind(target, kind) ?? relate(documentSchema({ type: kind }), target) !== "disjoint";
}

/** How the types of alternatives are called together. */
export function typeNames(alternatives: readonly LocatedSchema[]): string {
  return [...new Set(alternatives.map(typeName))].join(" or ");
}

/** How a value that fits at least one of `alternatives` relates to `target`. */
export function relationOf(alternatives: readonly LocatedSchema[], target: LocatedSchema): Relation {
  const relations = new Set(alternatives.map((alternative) => relate(alternative, target)));
  const [only] = relations;
  if (relations.size === 1 && only !== undefined) return only;
  // Some values fit and some do not, or at least one answer is open.
  return relations.has("overlap") || (relations.has("subset") && relations.has("disjoint")) ? "overlap" : "unknown";
}

/** A schema of the values that `operand` can resolve to. */
function schemaOf(operand: Operand, types: ReferenceTypes): JsonSchema {
  switch (operand.kind) {
    case "literal":
      return { const: operand.value };
    case "text":
      return { type: "string" };
    case "reference":
      return { anyOf: (types.get(operand.reference)?.alternatives ?? [documentSchema(true)]).map(standalone) };
    case "cel": {
      const typed = typeOfExpression(operand, types);
      return typed.ok ? { anyOf: typed.type.map(standalone) } : true;
    }
    case "coalesce":
      return { anyOf: operand.choices.map((choice) => schemaOf(choice, types)) };
    case "array": {
      const { length } = operand.items;
      const prefixItems = operand.items.map((item) => schemaOf(item, types));
      return { type: "array", prefixItems, items: false, minItems: length, maxItems: length };
    }
    case "object":
      return objectSchema(operand.entries.map(([key, value]) => [key, schemaOf(value, types)]));
  }
}

function objectSchema(members: readonly (readonly [string, JsonSchema])[]): JsonObject {
  const required = members.map(([key]) => key);
  return { type: "object", properties: objectOf(members), required, additionalProperties: false };
}
