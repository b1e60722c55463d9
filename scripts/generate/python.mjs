// The operations of the client package for Python: the text of each, and the shapes of what they take and give as typed dictionaries.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  parse,
  print,
  separateOperations,
  stripIgnoredCharacters,
  typeFromAST,
  validate,
} from "graphql";

const root = new URL("../../", import.meta.url);
const source = "packages/client/src/operations.graphql";
const target = "clients/python/planwright/operations_generated.py";

const scalars = {
  ...{ Boolean: "bool", Int: "int", Float: "float", SafeInt: "int", JSON: "Any", JSONSchema: "Any" },
  JSONObject: "Dict[str, Any]",
};

const header = `# Generated from ${source} by scripts/generate.mjs. Do not edit.
"""What the client asks, and the shapes of what it takes and gives. Ignore members and values that you do not know."""

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union
`;

/** The text of the module. */
function pythonModule(schemaText, operationsText) {
  const schema = buildSchema(schemaText);
  const document = parse(operationsText);
  const [error] = validate(schema, document);
  if (error !== undefined) throw new Error(`Cannot generate ${target}: ${error.message}`);
  const fragments = new Map(
    document.definitions
      .filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  /** Texts by name: first what others name without quotes. */
  const enums = new Map();
  const declared = new Map();

  /** `type` as Python has it. `named` gives the name of what is innermost. */
  function typeText(type, named) {
    const bare = getNullableType(type);
    const text = isListType(bare) ? `List[${typeText(bare.ofType, named)}]` : named(getNamedType(bare));
    return isNonNullType(type) ? text : `Optional[${text}]`;
  }

  function leafName(type) {
    if (isEnumType(type)) {
      const values = type.getValues().map(({ name }) => JSON.stringify(name));
      enums.set(type.name, `${type.name} = Literal[${values.join(", ")}]`);
      return type.name;
    }
    return scalars[type.name] ?? "str";
  }

  function inputName(type) {
    if (!isInputObjectType(type)) return leafName(type);
    if (declared.has(type.name)) return `"${type.name}"`;
    declared.set(type.name, "");
    const members = (isWanted) =>
      Object.values(type.getFields())
        .filter((field) => isRequiredInputField(field) === isWanted)
        .map(({ name, type: of }) => `    "${name}": ${typeText(of, inputName)},\n`)
        .join("");
    const [required, optional] = [members(true), members(false)];
    declared.set(
      type.name,
      `_${type.name}Required = TypedDict("_${type.name}Required", {\n${required}})\n` +
        `_${type.name}Optional = TypedDict("_${type.name}Optional", {\n${optional}}, total=False)\n\n\n` +
        `class ${type.name}(_${type.name}Required, _${type.name}Optional):\n    ${JSON.stringify(type.description)}`,
    );
    return `"${type.name}"`;
  }

  /** All fields that a selection gives for objects of one type. */
  function fieldsOf(selections, type) {
    return selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection];
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      const on = typeFromAST(schema, fragment.typeCondition);
      return on === type || schema.isSubType(on, type) ? fieldsOf(fragment.selectionSet.selections, type) : [];
    });
  }

  /** Declares what a selection gives, under a name, and gives the name. */
  function selectionName(name, selections, type) {
    const [only, ...others] = selections;
    if (only?.kind === Kind.FRAGMENT_SPREAD && others.length === 0) return `"${only.name.value}"`;
    declare(name, selections, type);
    return `"${name}"`;
  }

  function declare(name, selections, type) {
    if (declared.has(name)) throw new Error(`Cannot generate ${target}: two shapes are called ${name}`);
    declared.set(name, "");
    const possible = isInterfaceType(type) ? schema.getPossibleTypes(type) : [type];
    const names = possible.map((one) => (possible.length === 1 ? name : `${one.name}As${name}`));
    for (const [index, one] of possible.entries()) declareObject(names[index], name, selections, one);
    if (possible.length > 1) declared.set(name, `${name} = Union[${names.map((each) => `"${each}"`).join(", ")}]`);
  }

  function declareObject(name, stem, selections, type) {
    const members = new Map();
    for (const field of fieldsOf(selections, type)) {
      const key = field.alias?.value ?? field.name.value;
      if (members.has(key)) continue;
      if (field.name.value === "__typename") members.set(key, `Literal["${type.name}"]`);
      else {
        const { type: of } = type.getFields()[field.name.value];
        const inner = `${stem}${key[0].toUpperCase()}${key.slice(1)}`;
        const named = (innermost) => {
          if (!isCompositeType(innermost)) return leafName(innermost);
          const { selections: chosen } = field.selectionSet;
          return declared.has(inner) ? `"${inner}"` : selectionName(inner, chosen, innermost);
        };
        members.set(key, typeText(of, named));
      }
    }
    const lines = [...members].map(([key, text]) => `    "${key}": ${text},\n`).join("");
    declared.set(name, `${name} = TypedDict("${name}", {\n${lines}})`);
  }

  for (const [name, { selectionSet, typeCondition }] of fragments) {
    declare(name, selectionSet.selections, typeFromAST(schema, typeCondition));
  }
  const parts = separateOperations(document);
  const operations = document.definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map(({ name: { value: name }, variableDefinitions }) => {
      for (const { type } of variableDefinitions) inputName(getNamedType(typeFromAST(schema, type)));
      const constant = name.replace(/(?<!^)[A-Z]/g, "_$&").toUpperCase();
      return `${constant} = ${JSON.stringify(stripIgnoredCharacters(print(parts[name])))}`;
    });
  return `${[header.trimEnd(), ...enums.values(), ...declared.values(), ...operations].join("\n\n")}\n`;
}

/** Writes the module if its text has changed. Returns the name of its file, if so. */
export async function generatePython() {
  const [schemaText, operationsText] = await Promise.all(
    ["schema.graphql", source].map((name) => readFile(new URL(name, root), "utf8")),
  );
  const text = pythonModule(schemaText, operationsText);
  const url = new URL(target, root);
  if ((await readFile(url, "utf8").catch(() => null)) === text) return [];
  await mkdir(new URL(".", url), { recursive: true });
  await writeFile(url, text);
  return [target];
}
