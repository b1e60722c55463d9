/**
 * HTTP against the whole app: paths, methods, headers, credentials, bodies that were cut or are in other encodings, ids that others sealed.
 * No object stands behind it: a request that reaches one meets a fault, which must be masked, and counts as that.
 */
import type { Seeded } from "../../support/engine/seeded.ts";
import { FakeDeployment } from "../../support/worker/fake-deployment.ts";
import type { Family, WireRequest } from "../family.ts";
import { brokenText, randomOperation } from "../inputs/graph-operations.ts";
import { hostileText } from "../inputs/hostile-values.ts";
import { known } from "../inputs/known-tenant.ts";
import { answerText } from "../read-answer.ts";
import { bodyOf } from "./graphql.ts";

const none = { AUTH_MODE: "none" };

interface HttpInput extends WireRequest {
  readonly settings: { readonly [name: string]: string };
}

const methods = ["POST", "POST", "POST", "GET", "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"];
const paths = [
  ...[
    "/graphql",
    "/graphql",
    "/graphql",
    "/mcp",
    "/a2a/default/report",
    "/a2a/default/report/.well-known/agent-card.json",
  ],
  ...[
    "/a2a/other/x",
    "/a2a//",
    "/a2a/%00/%E0%A4%A",
    "/artifacts/x",
    "/artifacts/",
    "/.well-known/agent-card.json",
    "/health",
    "/graphiql/",
    "/",
    "/nope",
  ],
  ...["/../../etc", "/graphql/", "//graphql", "/GRAPHQL", "/executions/%2e%2e", "/graphql%00", "/health?x=%"],
];
const contentTypes = [
  ...[
    "application/json",
    "application/json",
    "application/json",
    "application/json; charset=utf-8",
    "text/plain",
    "application/graphql",
  ],
  ...[
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "application/json;;",
    "a/b/c",
    "",
  ],
];
const accepts = [
  "application/json",
  "application/graphql-response+json",
  "text/event-stream",
  "multipart/mixed;subscriptionSpec=1.0",
  "*/*",
  "image/png",
  ";q=",
  "",
];
const odd: readonly (readonly [string, readonly string[]])[] = [
  [
    "authorization",
    ["Bearer x", "Bearer pw_abc_def", "Basic eDp5", "Bearer", "Bearer eyJhbGciOiJub25lIn0.e30.", "bearer \u00e9"],
  ],
  ["origin", ["https://evil.test", "null", "http://127.0.0.1:8787", "x"]],
  ["idempotency-key", ["k", "", "x".repeat(300), "\u00ff"]],
  ["traceparent", ["00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-zz-1-1", "ff"]],
  ["last-event-id", ["1", "x", "0-abc"]],
  ["if-none-match", ['"x"', "*", "W/"]],
  ["planwright-tenant", ["default", "other", "../x", "a b"]],
  ["content-encoding", ["gzip", "br", "identity"]],
  ["range", ["bytes=0-", "bytes=-1", "bytes=9-1", "x"]],
  ["upgrade", ["websocket", "h2c"]],
  ["cookie", ["a=b; CF_Authorization=x", "=;=;"]],
  ["sec-fetch-site", ["cross-site", "same-origin"]],
  ["a2a-version", ["1.0", "0.3", "9"]],
  ["mcp-protocol-version", ["2026-07-28", "x"]],
  ["cf-access-jwt-assertion", ["x.y.z", ""]],
  ["x-forwarded-for", ["1.1.1.1", "'"]],
];

function graphBody(random: Seeded): string {
  const cheap = {
    query: random.pick([
      "{ viewer { subject scopes tenant { name } } }",
      "{ serverInfo { version } }",
      "{ __typename }",
    ]),
    variables: {},
  };
  const operation = random.chance(0.7) ? cheap : randomOperation(random, known);
  return bodyOf(random.chance(0.2) ? { ...operation, query: brokenText(operation.query, random) } : operation);
}

/** The bytes of a text as somebody else would write them. */
function encoded(text: string, random: Seeded): string | Uint8Array<ArrayBuffer> {
  if (random.chance(0.7)) return text;
  const bytes = new TextEncoder().encode(text);
  const at = random.between(0, bytes.length);
  return random.pick<() => string | Uint8Array<ArrayBuffer>>([
    () => bytes.slice(0, at),
    () => new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]),
    () => new Uint8Array([...bytes.slice(0, at), 0xff, 0xc0, 0x80, ...bytes.slice(at)]),
    () =>
      new Uint8Array(
        Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer.slice(0),
      ) as Uint8Array<ArrayBuffer>,
    () => `${text}\n${text}`,
    () => text + " ".repeat(1_048_576 - text.length + random.between(-1, 2)),
    () => "",
    () => `${'{"a":'.repeat(random.pick([100, 5_000]))}1`,
  ])();
}

const deployments = new Map<string, FakeDeployment>();

/** An isolate of each kind, which serves one request after another as a real one does. */
function deploymentWith(settings: HttpInput["settings"]): FakeDeployment {
  const key = settings.AUTH_MODE ?? "";
  const deployment = deployments.get(key) ?? new FakeDeployment(settings);
  deployments.set(key, deployment);
  return deployment;
}

export const httpRequests: Family<HttpInput> = {
  ...{ name: "http", weight: 7, deep: ["EXECUTED", "FAULT MASKED"], outputBytes: 2_097_152 },
  generate: (random) => {
    // Half of the requests come to the API in a form that it takes; the others anywhere, in any form.
    const isPlain = random.chance(0.5);
    const method = isPlain ? random.pick(["POST", "POST", "GET"]) : random.pick(methods);
    const path = isPlain ? "/graphql" : random.pick(paths);
    const hasBody = method !== "GET" && method !== "HEAD";
    const headers: (readonly [string, string])[] = [
      ["accept", isPlain ? "application/json" : random.pick(accepts)],
      ...(hasBody ? [["content-type", isPlain ? "application/json" : random.pick(contentTypes)] as const] : []),
    ];
    for (const [name, values] of random.shuffled(odd).slice(0, random.between(0, 3)))
      headers.push([name, random.pick(values)]);
    const body = hasBody ? encoded(graphBody(random), random) : null;
    const search = random.chance(isPlain ? 0.9 : 0.5)
      ? new URLSearchParams({
          query: "{ viewer { subject } }",
          variables: random.pick(["{}", "{}", "{}", "[", "null", '{"a":1e400}']),
        })
      : new URLSearchParams({ query: hostileText(random).slice(0, 2_000), extensions: "{", access_token: "x" });
    const asked = hasBody || path.includes("?") ? path : `${path}?${search}`;
    return {
      method,
      path: asked,
      headers,
      body,
      settings: random.pick([none, none, none, none, { AUTH_MODE: "keys" }, {}]),
    };
  },
  run: async ({ body, headers, method, path, settings }) => {
    const deployment = deploymentWith(settings);
    deployment.reached.length = 0;
    const request = requestOf("http://127.0.0.1:8787", { body, headers, method, path });
    if (request === null) return { depth: "UNSENDABLE", shown: "" };
    // The runtime would answer with a socket, which Node has not.
    if (headers.some(([name, value]) => name === "upgrade" && value === "websocket"))
      return { depth: "UPGRADE", shown: "" };
    const faults = console.error;
    let reached = false;
    console.error = (...words: readonly unknown[]) => {
      // The fake of a tenant's object has few methods.
      reached ||=
        deployment.reached.some((call) => call.startsWith("unexpected")) || /stub\.\w+ is not/.test(words.join());
      if (!reached) faults(...words);
    };
    try {
      const response = await deployment.fetch(request);
      const text = await answerText(response);
      // What the missing object threw must not be told.
      if (reached)
        return { depth: "FAULT MASKED", shown: text.replaceAll(/INTERNAL_SERVER_ERROR|this software failed/g, "") };
      const isRefusedWhole = response.status === 500 && text.includes('"MISCONFIGURED"');
      const depth = isRefusedWhole
        ? "MISCONFIGURED"
        : response.status === 200 && text.includes('"data"')
          ? "EXECUTED"
          : `HTTP ${response.status}`;
      return { depth, shown: text, status: isRefusedWhole ? 400 : response.status };
    } finally {
      console.error = faults;
    }
  },
  wire: ({ body, headers, method, path }) => ({ body, headers, method, path }),
};

/** Null for what no client can send. */
export function requestOf(origin: string, { body, headers, method, path }: WireRequest): Request | null {
  try {
    return new Request(origin + path, { method, headers: headers.map(([name, value]) => [name, value]), body });
  } catch {
    return null;
  }
}
