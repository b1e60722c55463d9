/**
 * A callable as an operation of the API that runs unchanged: values are written into it, strings by the rules of GraphQL, so that no name
 * can end one. Pure. Only where a key of the arguments is no GraphQL name are they variables, which stand above as a comment.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../../src/json/json.ts";
import { argumentSkeleton } from "./argument-skeleton.ts";

/** The callable. `inputSchema` gives the arguments to start from. */
export type Callable =
  | { readonly kind: "TOOL"; readonly name: string; readonly inputSchema: unknown }
  | { readonly kind: "AGENT"; readonly name: string; readonly inputSchema: unknown; readonly query: string | null }
  | { readonly kind: "WORKFLOW"; readonly name: string; readonly version: string | null; readonly inputSchema: unknown }
  | { readonly kind: "MANIFEST"; readonly name: string }
  | {
      readonly kind: "SERVER";
      readonly name: string;
      readonly url: string;
      readonly trusted: boolean;
      readonly outputValidation: string;
    };

export interface RunnableOperation {
  /** The document. */
  readonly query: string;
  /** Empty unless values cannot be written into the document. */
  readonly variables: JsonObject;
}

const waitMs = 20000;

/** The operation that calls it, with placeholders where the caller has to choose; for a server the one that registers it. */
export function operationFor(callable: Callable): RunnableOperation {
  switch (callable.kind) {
    case "TOOL":
      return plan(callable.name, argumentSkeleton(callable.inputSchema));
    case "AGENT": {
      if (!isAskable(callable.inputSchema)) return plan(callable.name, argumentSkeleton(callable.inputSchema));
      return ask(callable.name, callable.query ?? "What can you do?");
    }
    case "WORKFLOW":
      return workflow(callable.name, callable.version, argumentSkeleton(callable.inputSchema));
    case "MANIFEST":
      return message(callable.name);
    case "SERVER":
      return register(callable);
  }
}

/** Whether a question is enough for an agent. A question is words; an agent that wants more is called as a step. */
export function isAskable(inputSchema: unknown): boolean {
  return Object.keys(argumentSkeleton(inputSchema)).every((name) => name === "text");
}

/** The operation as text for GraphiQL and the like. */
export function asGraphql(callable: Callable): string {
  const { query, variables } = operationFor(callable);
  if (Object.keys(variables).length === 0) return query;
  const comment = JSON.stringify(variables, null, 2).replace(/^/gm, "# ");
  return `# Variables:\n${comment}\n${query}`;
}

function plan(name: string, args: JsonObject): RunnableOperation {
  const { declared, variables, written } = valueOrVariable("arguments", args);
  return {
    query: `mutation Run${declared} {
  executePlan(
    input: {
      source: { plan: { steps: [{ tool: { toolName: ${literal(name)}, arguments: ${written} } }] } }
      options: { waitMs: ${waitMs} }
    }
  ) {
    execution {
      id
      status
      steps {
        stepId
        status
        output {
          value
        }
        failure {
          code
          message
        }
      }
    }
    errors {
      code
      message
      path
    }
  }
}
`,
    variables,
  };
}

function ask(name: string, question: string): RunnableOperation {
  return {
    query: `mutation Ask {
  ask(
    input: {
      query: ${literal(question)}
      routing: { manual: ${literal(name)} }
      options: { waitMs: ${waitMs} }
    }
  ) {
    execution {
      id
      status
      response
    }
    errors {
      code
      message
      path
    }
  }
}
`,
    variables: {},
  };
}

function workflow(name: string, version: string | null, input: JsonObject): RunnableOperation {
  const { declared, variables, written } = valueOrVariable("parameters", input);
  const which =
    version === null
      ? `{ name: ${literal(name)} }`
      : `{ version: { name: ${literal(name)}, version: ${literal(version)} } }`;
  return {
    query: `mutation Invoke${declared} {
  invokeWorkflow(
    input: {
      workflow: ${which}
      payload: { parameters: ${written} }
      options: { waitMs: ${waitMs} }
    }
  ) {
    execution {
      id
      status
    }
    errors {
      code
      message
      path
    }
  }
}
`,
    variables,
  };
}

function message(manifestName: string): RunnableOperation {
  return {
    query: `mutation Say {
  sendMessage(
    input: {
      conversation: { start: { manifest: ${literal(manifestName)} } }
      text: "Hello"
      options: { waitMs: ${waitMs} }
    }
  ) {
    execution {
      id
      status
    }
    errors {
      code
      message
      path
    }
  }
}
`,
    variables: {},
  };
}

function register(server: Extract<Callable, { readonly kind: "SERVER" }>): RunnableOperation {
  return {
    query: `mutation Register {
  registerMcpServer(
    input: {
      name: ${literal(server.name)}
      url: ${literal(server.url)}
      trusted: ${server.trusted}
      outputValidation: ${server.outputValidation}
    }
  ) {
    mcpServer {
      id
      status
    }
    errors {
      code
      message
      path
    }
  }
}
`,
    variables: {},
  };
}

function valueOrVariable(name: string, value: JsonObject) {
  if (isWritable(value)) return { declared: "", variables: {}, written: literal(value) };
  return { declared: `($${name}: JSONObject)`, variables: { [name]: value }, written: `$${name}` };
}

/** Whether GraphQL can write the value: keys of objects must be names. */
function isWritable(value: Json): boolean {
  if (isJsonArray(value)) return value.every(isWritable);
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([key, member]) => /^[_A-Za-z]\w*$/.test(key) && isWritable(member));
}

/** A value as GraphQL writes it. Escapes of JSON strings are those of GraphQL. */
function literal(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${key}: ${literal(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
