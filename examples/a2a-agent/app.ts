/**
 * An agent that speaks A2A 1.0 and 0.3 on the official SDK: a translator, behind one JSON-RPC interface. A message that it has seen
 * before is not worked on again; its sender is sent the state of the task, which makes calls of this agent safe to repeat.
 *
 * - GET /.well-known/agent-card.json, in the form that `A2A-Version` asks for · POST /a2a
 * - GET /health · GET /ledger · POST /reset · POST /sabotage `{"mode": "UNAVAILABLE", "times": 1}`, mode null to stop it
 */
import { A2A_VERSION_HEADER, AgentCard, Extensions, HTTP_EXTENSION_HEADER, type SendMessageRequest } from "@a2a-js/sdk";
import { LEGACY_HTTP_EXTENSION_HEADER } from "@a2a-js/sdk/compat/v0_3";
import { LegacyJsonRpcTransportHandler } from "@a2a-js/sdk/compat/v0_3/server";
import {
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
  UnauthenticatedUser,
  validateVersion,
} from "@a2a-js/sdk/server";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { type CardChoices, legacyTranslatorCard, translatorCard } from "./card.ts";
import { A2aLedger } from "./ledger.ts";
import { Sabotage, sabotaged, sabotageModes } from "./sabotage.ts";
import { Translator } from "./translator.ts";

export interface A2aAgentOptions extends Partial<CardChoices> {
  /** Bearer token without which JSON-RPC requests are answered with HTTP 401. Null for none. */
  readonly token?: string | null;
}

type AppContext = Context<{ Bindings: HttpBindings }>;

/** A fresh agent with its own tasks and its own ledger. */
export function a2aAgentApp(options: A2aAgentOptions = {}): Hono<{ Bindings: HttpBindings }> {
  const { requiredExtension = null, tenant = null, token = null, versions = ["1.0", "0.3"] } = options;
  const choices: CardChoices = { requiredExtension, tenant, versions };
  const ledger = new A2aLedger();
  const sabotage = new Sabotage();
  const newHandler = () => new RepeatAwareHandler(translatorCard("/a2a", choices), ledger);
  let handler = newHandler();
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.get("/health", (context) => context.json({ status: "ok" }));
  app.get("/.well-known/agent-card.json", (context) => {
    const url = `${new URL(context.req.url).origin}/a2a`;
    const isLegacy = !versions.includes("1.0") || (versionOf(context) === "0.3" && versions.includes("0.3"));
    const card = isLegacy ? legacyTranslatorCard(url, choices) : AgentCard.toJSON(translatorCard(url, choices));
    return context.json(card as object, 200, { vary: A2A_VERSION_HEADER, "cache-control": "public, max-age=60" });
  });
  app.get("/ledger", ({ json }) => json({ requests: ledger.requests, works: ledger.works }));
  app.post("/reset", (context) => {
    ledger.reset();
    sabotage.plan(null, null);
    // One that knows no tasks and no messages.
    handler = newHandler();
    return context.body(null, 204);
  });
  app.post("/sabotage", async (context) => {
    const body: { readonly mode?: unknown; readonly times?: unknown } = await context.req.json().catch(() => ({}));
    const mode = sabotageModes.find((candidate) => candidate === body.mode) ?? null;
    sabotage.plan(mode, typeof body.times === "number" ? body.times : null);
    return context.body(null, 204);
  });
  app.post("/a2a", async (context) => {
    const body: unknown = await context.req.json().catch(() => null);
    note(ledger, context, body);
    if (token !== null && context.req.header("authorization") !== `Bearer ${token}`) {
      return context.body("Unauthorized", 401, { "www-authenticate": "Bearer" });
    }
    const serve = () => answered(handler, context, body);
    const mode = sabotage.next();
    return mode === null ? serve() : sabotaged(mode, serve, context.env);
  });
  return app;
}

/** Answers a repeated message with the task that the first one began. */
class RepeatAwareHandler extends DefaultRequestHandler {
  readonly #begun = new Map<string, ReturnType<DefaultRequestHandler["sendMessage"]>>();

  constructor(card: AgentCard, ledger: A2aLedger) {
    super(card, new InMemoryTaskStore(), new Translator(ledger));
  }

  override async sendMessage(params: SendMessageRequest, context: ServerCallContext) {
    const id = params.message?.messageId ?? "";
    const earlier = this.#begun.get(id);
    if (earlier === undefined) {
      const begun = super.sendMessage(params, context);
      this.#begun.set(id, begun);
      // What was refused may be asked again.
      begun.catch(() => this.#begun.delete(id));
      return begun;
    }
    const first = await earlier;
    if ("messageId" in first) return first;
    return this.getTask({ tenant: params.tenant, id: first.id, historyLength: 0 }, context);
  }
}

/** Serves one JSON-RPC request in the version that its header names; without one it is 0.3. */
async function answered(handler: RepeatAwareHandler, context: AppContext, body: unknown): Promise<Response> {
  const requestedVersion = versionOf(context);
  const isLegacy = requestedVersion === "0.3";
  const header = isLegacy ? LEGACY_HTTP_EXTENSION_HEADER : HTTP_EXTENSION_HEADER;
  const requestedExtensions = Extensions.parseServiceParameter(context.req.header(header));
  const call = new ServerCallContext({ requestedVersion, requestedExtensions, user: new UnauthenticatedUser() });
  try {
    validateVersion(requestedVersion, await handler.getAgentCard(), "JSONRPC");
    const transport = isLegacy ? new LegacyJsonRpcTransportHandler(handler) : new JsonRpcTransportHandler(handler);
    // Whether it is a request is what the handler checks first.
    const answer = await transport.handle(body as { [name: string]: unknown }, call);
    // The card says that nothing is streamed, so the first item of a stream is the error that says so too.
    return context.json(Symbol.asyncIterator in answer ? (await answer[Symbol.asyncIterator]().next()).value : answer);
  } catch (error) {
    const id = (body as { readonly id?: unknown } | null)?.id ?? null;
    const mapped = isLegacy
      ? LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError(error)
      : JsonRpcTransportHandler.mapToJSONRPCError(error);
    return context.json({ jsonrpc: "2.0", id, error: mapped });
  }
}

function versionOf(context: AppContext): string {
  return context.req.header(A2A_VERSION_HEADER) || "0.3";
}

function note(ledger: A2aLedger, { req }: AppContext, body: unknown): void {
  const { method, params } = (typeof body === "object" && body !== null ? body : {}) as {
    readonly [name: string]: unknown;
  };
  const header = (name: string) => req.header(name) ?? null;
  ledger.requests.push({
    method,
    params,
    headers: {
      version: header(A2A_VERSION_HEADER),
      extensions: header(HTTP_EXTENSION_HEADER),
      legacyExtensions: header(LEGACY_HTTP_EXTENSION_HEADER),
      idempotencyKey: header("idempotency-key"),
      traceparent: header("traceparent"),
    },
    authorized: header("authorization") !== null,
    at: Date.now(),
  });
}
