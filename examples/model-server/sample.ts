/** The least JSON that satisfies a schema of the plain kind that manifests compile to, with texts about one topic. */

interface Schema {
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: Schema };
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
}

/** Texts by the name of the member that they stand in. */
const texts: { readonly [name: string]: (topic: string) => string } = {
  agent_message: (topic) => `Here is a plan for "${topic.slice(0, 60)}": review and approve it.`,
  name: (topic) => topic.slice(0, 60),
};

/** A value with every member that the schema names. */
export function sampleOf(schema: object, topic: string): unknown {
  const root = schema as Schema;
  return sample(root, "", { root, topic });
}

interface Surroundings {
  readonly root: Schema;
  readonly topic: string;
}

function sample(given: Schema, name: string, surroundings: Surroundings): unknown {
  const schema = given.$ref === undefined ? given : referred(given.$ref, surroundings.root);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return sample(schema.anyOf[0] ?? {}, name, surroundings);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return schema.items === undefined ? [] : [sample(schema.items, name, surroundings)];
    case "object": {
      const members = Object.entries(schema.properties ?? {});
      return Object.fromEntries(members.map(([member, of]) => [member, sample(of, member, surroundings)]));
    }
    default:
      return Object.hasOwn(texts, name) ? texts[name]?.(surroundings.topic) : surroundings.topic;
  }
}

function referred(reference: string, { $defs = {} }: Schema): Schema {
  return $defs[reference.replace("#/$defs/", "")] ?? {};
}
