/** The example that a tenant can run at once: chosen by its registrations, so that it does not fail. Pure. */

export interface KnownTool {
  readonly name: string;
  readonly inputSchema: unknown;
  readonly effectClass: string;
  readonly status: string;
}

export interface KnownModel {
  readonly defaultFor: readonly string[];
}

export type Example =
  /** `needsModel` says that a language model is asked. */
  | {
      readonly kind: "RUNNABLE";
      readonly title: string;
      readonly says: string;
      /** `ExecutePlanInput.source`. */
      readonly source: PlanSource;
      readonly needsModel: boolean;
    }
  /** Nothing is registered that could be called, and no model that could answer. */
  | { readonly kind: "NOTHING_TO_CALL" };

type PlanSource =
  | { readonly plan: { readonly steps: readonly { readonly tool: ExampleStep }[] } }
  | { readonly prompt: { readonly text: string } };

interface ExampleStep {
  readonly stepId: string;
  readonly toolName: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export function exampleFor(tools: readonly KnownTool[], models: readonly KnownModel[]): Example {
  const ready = tools.filter(({ status }) => status === "READY");
  const names = new Set(ready.map(({ name }) => name));
  if (names.has("research_blog") && names.has("create_blog_post")) return blogExample;
  for (const tool of ready) {
    const values = tool.effectClass === "READ_ONLY" ? simpleArguments(tool.inputSchema) : null;
    if (values === null) continue;
    return {
      kind: "RUNNABLE",
      title: "Run your first plan",
      says: `One call of ${tool.name}, which says that it changes nothing. The plan is checked against its schema before anything is called.`,
      source: { plan: { steps: [{ tool: { stepId: "first", toolName: tool.name, arguments: values } }] } },
      needsModel: false,
    };
  }
  if (models.some(({ defaultFor }) => defaultFor.includes("PLAN"))) {
    return {
      kind: "RUNNABLE",
      title: "Ask your first question",
      says: "A language model makes a plan from these words, or answers them where no tool is needed.",
      source: { prompt: { text: "Say in one sentence what you can do here" } },
      needsModel: true,
    };
  }
  return { kind: "NOTHING_TO_CALL" };
}

const blogExample: Example = {
  kind: "RUNNABLE",
  title: "Run your first plan",
  says: "Two tools, one reference. The plan is checked against both schemas before anything is called; then research_blog runs, and its artifact_id becomes an argument of create_blog_post.",
  source: {
    plan: {
      steps: [
        {
          tool: {
            stepId: "research",
            toolName: "research_blog",
            arguments: { topic: "AI trends 2025", skill_id: "research_blog" },
          },
        },
        {
          tool: {
            stepId: "write",
            toolName: "create_blog_post",
            arguments: {
              artifact_id: "{{steps.research.output.artifact_id}}",
              skill_id: "blog_writing",
              instructions: "Focus on practical applications",
            },
          },
        },
      ],
    },
  },
  needsModel: false,
};

/** Values for the required fields of a schema, if each is a plain one of a kind that needs no knowledge. Null if not. */
function simpleArguments(schema: unknown): Readonly<Record<string, unknown>> | null {
  if (!isObject(schema)) return null;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const entries: (readonly [string, unknown])[] = [];
  for (const name of required) {
    if (typeof name !== "string" || !Object.hasOwn(properties, name)) return null;
    const value = simpleValue(properties[name]);
    if (value === undefined) return null;
    entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

function simpleValue(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  if (Object.hasOwn(schema, "default")) return schema.default;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  if (schema.type === "boolean") return true;
  const isBound = ["pattern", "format", "minLength", "minimum", "exclusiveMinimum", "maximum", "multipleOf"].some(
    (word) => Object.hasOwn(schema, word),
  );
  if (isBound) return undefined;
  if (schema.type === "string") return "Hello";
  if (schema.type === "integer" || schema.type === "number") return 1;
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
