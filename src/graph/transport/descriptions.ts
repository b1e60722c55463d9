/**
 * The descriptions of the schema. An isolate builds its schema of text without them, because to read them is most of reading the whole. They are
 * added when an operation asks for them, which introspection alone does.
 */
import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType, Kind, parse } from "graphql";

/** Something of a schema that may be described. */
interface Described {
  description?: string | null | undefined;
}

/** Its node in the text, as far as descriptions need it. */
interface DescribedNode {
  readonly description?: { readonly value: string } | undefined;
}

interface NamedNode extends DescribedNode {
  readonly name: { readonly value: string };
  readonly arguments?: readonly NamedNode[] | undefined;
}

interface Named extends Described {
  readonly name: string;
  readonly args?: readonly Named[];
}

/** Whether an operation of `document` may ask for a description. Fields of no other name give one. */
export function asksForDescriptions(document: string): boolean {
  return /\b__(?:schema|type)\b/.test(document);
}

/** Gives every element of `schema` the description that it has in `text`, which differs from the text of `schema` in nothing else. */
export function describeSchema(schema: GraphQLSchema, text: string): void {
  for (const definition of parse(text, { noLocation: true }).definitions) {
    switch (definition.kind) {
      case Kind.SCHEMA_DEFINITION:
        describe(schema, definition);
        break;
      case Kind.DIRECTIVE_DEFINITION:
        describeAll([schema.getDirective(definition.name.value)], [definition]);
        break;
      case Kind.OBJECT_TYPE_DEFINITION:
      case Kind.INTERFACE_TYPE_DEFINITION:
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      case Kind.ENUM_TYPE_DEFINITION:
      case Kind.UNION_TYPE_DEFINITION:
      case Kind.SCALAR_TYPE_DEFINITION: {
        const type = schema.getType(definition.name.value);
        describeAll([type], [definition]);
        if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
          describeAll(Object.values(type.getFields()), "fields" in definition ? definition.fields : []);
        if (isEnumType(type)) describeAll(type.getValues(), "values" in definition ? definition.values : []);
      }
    }
  }
}

function describeAll(elements: readonly (Named | null | undefined)[], nodes: readonly NamedNode[] | undefined): void {
  const byName = new Map(elements.map((element) => [element?.name, element]));
  for (const node of nodes ?? []) {
    const element = byName.get(node.name.value);
    if (element == null) throw new Error(`Cannot describe the schema: it has no element ${node.name.value}`);
    describe(element, node);
    describeAll(element.args ?? [], node.arguments);
  }
}

function describe(element: Described, { description }: DescribedNode): void {
  element.description = description?.value;
}
