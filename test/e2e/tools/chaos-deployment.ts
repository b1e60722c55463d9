/**
 * The deployed Worker over the chaotic upstream: tools of an MCP server that answers with JSON and of one that answers with events, A2A agents,
 * agents behind HTTP and models, the callees in each effect class. Started before the tests of a file, ended after them.
 */
import { afterAll, beforeAll } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually, tool, type UserError } from "../../support/deployed/planwright.ts";
import { ChaosUpstream, type Instruction } from "./chaos-upstream.ts";

export const protocols = ["json", "sse", "a2a", "http"] as const;
export type Protocol = (typeof protocols)[number];

/** Effect classes by the names that the callees bear. */
export const effectClasses = { read: "READ_ONLY", keyed: "KEYED", write: "UNSAFE" } as const;
export type EffectName = keyof typeof effectClasses;

/** Sent to every callee; no message may hold it. */
export const secret = "s3cret-of-the-callee-1234567890";

/** For a model that hangs; far more than any other answer takes. */
const modelTimeoutSeconds = 6;

export interface FailureSeen {
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
}

export interface ChaosExecution {
  readonly id: string;
  readonly status: string;
  readonly response: string | null;
  readonly failure: FailureSeen | null;
  readonly responseFailure: FailureSeen | null;
  readonly steps: readonly {
    readonly stepId: string;
    readonly status: string;
    readonly callId: string | null;
    readonly outcome: string | null;
    readonly failure: FailureSeen | null;
    readonly output: { readonly value: unknown } | null;
  }[];
  readonly modelCalls: readonly {
    readonly purpose: string;
    readonly outcome: string | null;
    readonly failure: FailureSeen | null;
  }[];
  readonly events: {
    readonly nodes: readonly {
      readonly type: string;
      readonly stepId: string | null;
      readonly outcome?: string;
      readonly failure?: FailureSeen;
    }[];
  };
}

const seen = /* GraphQL */ `
  fragment ChaosExecution on Execution {
    id status response failure { code message details } responseFailure { code message details }
    steps { stepId status failure { code message details } output { value } ... on ToolStep { callId outcome } ... on AgentStep { callId outcome } }
    modelCalls { purpose outcome failure { code message details } }
    events(first: 500) { nodes { type stepId ... on AttemptFailed { outcome failure { code message details } } } }
  }
`;

const ended = new Set(["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"]);

export interface ChaosDeployment {
  readonly upstream: ChaosUpstream;
  /** Starts an execution and waits for its end. */
  run(input: object): Promise<ChaosExecution>;
}

/** A step of the execution `name` that calls the callee of a protocol and an effect class with what it is to do. */
export function chaosStep(
  name: string,
  stepId: string,
  [protocol, effect]: readonly [Protocol, EffectName],
  instruction: Omit<Instruction, "step">,
  more: { readonly [name: string]: unknown } = {},
): object {
  return tool(stepId, calleeName(protocol, effect), chaosArguments(name, stepId, protocol, instruction), {
    independent: true,
    ...more,
  });
}

/** The name by which plans call it. */
export function calleeName(protocol: Protocol, effect: EffectName): string {
  const isTool = protocol === "json" || protocol === "sse";
  return isTool ? `${protocol}.${effect}` : protocol === "a2a" ? `peer_a2a_${effect}` : `http_${effect}`;
}

export function chaosArguments(
  name: string,
  stepId: string,
  protocol: Protocol,
  instruction: Omit<Instruction, "step">,
): { readonly [name: string]: string } {
  const text = JSON.stringify({ step: `${name}/${stepId}`, ...instruction });
  return protocol === "http" ? { user_query: text } : { text };
}

export function chaosDeployment(): ChaosDeployment {
  let upstream: ChaosUpstream | undefined;
  const addressOf = (path: string) => `${upstream?.url}${path}`;
  // Ends after the Worker: what was set up first is taken down last.
  afterAll(() => upstream?.close());
  const deployed = deployedWorld({
    servers: {},
    settings: async () => {
      upstream = await ChaosUpstream.listening();
      const model = {
        name: "chaos",
        provider: "openai-compatible",
        model: "chaos-1",
        baseUrl: addressOf("/v1"),
        keySecret: "CHAOS",
        maxOutputTokens: 256,
        timeoutSeconds: modelTimeoutSeconds,
      };
      return {
        MODELS: JSON.stringify([model]),
        MODEL_SECRET_CHAOS: secret,
        TOOL_SECRET_CHAOS: secret,
        MAX_RESPONSE_BYTES: "65536",
      };
    },
  });
  beforeAll(async () => {
    await Promise.all([...["json", "sse"].map(registerServer), ...Object.keys(effectClasses).flatMap(registerAgents)]);
  });

  const ask = <Data>(query: string, variables: { readonly [name: string]: unknown }) =>
    deployed.planwright.ask<Data>(query, variables);

  async function registerServer(name: string): Promise<void> {
    const input = { name, url: addressOf(`/${name}/mcp`), trusted: true, bearerSecret: "CHAOS" };
    const { registerMcpServer } = await ask<{ registerMcpServer: { errors: readonly UserError[] } }>(
      "mutation ($input: RegisterMcpServerInput!) { registerMcpServer(input: $input) { errors { message } } }",
      { input },
    );
    mustBeEmpty(registerMcpServer.errors);
  }

  function registerAgents(effect: string): readonly Promise<void>[] {
    const more = { effectClass: effectClasses[effect as EffectName], bearerSecret: "CHAOS" };
    return [
      registerAgent(`a2a_${effect}`, { a2a: { url: addressOf(`/a2a/${effect}`), ...more } }),
      registerAgent(`http_${effect}`, { http: { endpoint: addressOf(`/http/${effect}`), ...more } }),
    ];
  }

  async function registerAgent(name: string, source: object): Promise<void> {
    await deployed.planwright.registerAgent({ name, description: "Does as it is told", source });
  }

  return {
    get upstream() {
      if (upstream === undefined) throw new Error("the upstream runs only while the tests of the file run");
      return upstream;
    },
    async run(input) {
      const { executePlan } = await ask<{
        executePlan: { execution: ChaosExecution | null; errors: readonly UserError[] };
      }>(
        `mutation ($input: ExecutePlanInput!) {
          executePlan(input: $input) { execution { ...ChaosExecution } errors { message path } }
        } ${seen}`,
        { input },
      );
      mustBeEmpty(executePlan.errors);
      const { execution } = executePlan;
      if (execution === null) throw new Error("nothing was started");
      if (ended.has(execution.status)) return execution;
      return eventually(async () => {
        const { execution: now } = await ask<{ execution: ChaosExecution }>(
          `query ($id: ID!) { execution(by: { id: $id }) { ...ChaosExecution } } ${seen}`,
          { id: execution.id },
        );
        return ended.has(now.status) && now;
      });
    },
  };
}

function mustBeEmpty(errors: readonly UserError[]): void {
  if (errors.length > 0) throw new Error(`the product refused: ${JSON.stringify(errors)}`);
}
