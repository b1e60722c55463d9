/**
 * Where an execution is (E1): in a host, which holds many, or in an object of its own. The hosts of a tenant are as many as a hex digit has
 * values, and the first digit of an execution's name, which is a hash, says which one knows of it. A caller that asks for an execution by
 * its name gets a stub. The stub asks the host first, and the execution's own object if the host does not have it.
 *
 * `HOSTING=off` asks no host. `draining` asks hosts for their executions and starts none in them.
 */
import type { HostAnswer, HostedMethod } from "../../durable/execution/execution-host.ts";
import { hostedHeader } from "../../durable/execution/hosted-header.ts";
import type { StartRequest } from "../../execution/commands/start-request.ts";
import { maxParallelRequests } from "../../plan/limits.ts";
import { leafCalls } from "../../plan/plan-scope.ts";
import type { Hosting } from "../settings/setting-specs.ts";
import type { ExecutionStub, ObjectNamespace } from "./environment.ts";

/** Calls of a plan beyond which an execution has an object of its own. */
const maxHostedSteps = 64;

/** UTF-16 units of the plan and of its bindings. */
const maxHostedLength = 65_536;

/** Name of the host that knows of an execution. */
export function hostName(tenant: string, execution: string): string {
  return `${tenant}#host-of-16/${execution.charAt(0)}`;
}

/** Whether a host may hold the execution of `request`, if it is short: a narrow plan of few calls, none of a model, that no execution waits for. */
function mayBeHosted({ limits, modelWork, plan, rejected, surface, turns }: StartRequest): boolean {
  if (limits.maxParallel > maxParallelRequests) return false;
  if (surface === "child" || surface === "conversation" || plan === null || rejected !== null) return false;
  if (modelWork.plan !== null || modelWork.respond !== null || modelWork.route !== null || turns !== null) return false;
  const calls = leafCalls(plan).reduce((sum, { times }) => sum + times, 0);
  return calls <= maxHostedSteps;
}

/** Whether plan and bindings are short. `text` is the JSON of the whole request. */
function isShort({ bindings, plan }: StartRequest, text: string): boolean {
  return text.length <= maxHostedLength || JSON.stringify([plan, bindings]).length <= maxHostedLength;
}

/** The executions of `tenant` among the objects of `namespace`. */
export function executionHomes(
  namespace: ObjectNamespace<ExecutionStub>,
  tenant: string,
  hosting: Hosting,
): ObjectNamespace<ExecutionStub> {
  if (hosting === "off") return namespace;
  const getByName: ObjectNamespace<ExecutionStub>["getByName"] = (name, options) =>
    new Home({ namespace, tenant, hosting, name, options }) as unknown as ExecutionStub;
  return { getByName };
}

interface Homes {
  readonly namespace: ObjectNamespace<ExecutionStub>;
  readonly tenant: string;
  readonly hosting: Hosting;
  /** Name of the execution. */
  readonly name: string;
  readonly options: Parameters<ObjectNamespace<ExecutionStub>["getByName"]>[1];
}

/** The stub of one execution, wherever it is. Its other methods are those of `hostedMethods`. */
class Home {
  readonly #homes: Homes;

  constructor(homes: Homes) {
    this.#homes = homes;
  }

  async start(request: StartRequest): Promise<unknown> {
    const { hosting, options } = this.#homes;
    const mayHost = hosting === "on" && options === undefined && mayBeHosted(request);
    // A host notes where keys are that callers may send again.
    const isNoted =
      request.surface !== "child" && request.surface !== "conversation" && request.idempotencyKey !== null;
    if (!mayHost && !isNoted) return this.#own().start(request);
    const text = JSON.stringify(request);
    const start = { request: text, mayHost: mayHost && isShort(request, text) };
    if (!start.mayHost && !isNoted) return this.#own().start(request);
    const answer: HostAnswer = await this.#host().startHosted(start);
    return answer.kind === "HERE" ? answer.value : this.#own().start(request);
  }

  async fetch(...[url, init]: Parameters<ExecutionStub["fetch"]>): Promise<Response> {
    const headers = { ...init.headers, [hostedHeader]: this.#homes.name };
    const answer = await this.#host().fetch(url, { headers });
    return answer.status === 421 ? this.#own().fetch(url, init) : answer;
  }

  async ask(method: HostedMethod, given: readonly unknown[]): Promise<unknown> {
    const answer = await this.#host().hosted({ name: this.#homes.name, method, given });
    if (answer.kind === "HERE") return answer.value;
    const ask = this.#own()[method] as (...given: readonly unknown[]) => Promise<unknown>;
    return ask(...given);
  }

  /** A hint where to make an object is for one of its own: others have the host, too. */
  #host(): ExecutionStub {
    const { name, namespace, tenant } = this.#homes;
    return namespace.getByName(hostName(tenant, name));
  }

  /** Only a name that is asked for there makes an object. */
  #own(): ExecutionStub {
    const { name, namespace, options } = this.#homes;
    return namespace.getByName(name, options);
  }
}

const hostedMethods: readonly HostedMethod[] = [
  "announce",
  "cancel",
  "childEnded",
  "conversationReport",
  "delete",
  "derive",
  "end",
  "eventArrived",
  "events",
  "groupOutput",
  "lookup",
  "projection",
  "push",
  "read",
  "respond",
  "sourceLabels",
  "stopChild",
  "storedBytes",
  "submit",
  "unpark",
  "value",
  "webhooks",
];

for (const method of hostedMethods)
  Object.defineProperty(Home.prototype, method, {
    value(this: Home, ...given: readonly unknown[]) {
      return this.ask(method, given);
    },
  });
