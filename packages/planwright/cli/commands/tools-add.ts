/**
 * `planwright tools add`: registers an MCP server by its address, the servers of a `.mcp.json`, or the operations of an OpenAPI document. A
 * server that such a file starts as a program is reached over HTTP only while `planwright dev` runs it.
 */
import { basename } from "node:path";
import type { JsonObject } from "../../../../src/json/json.ts";
import { CommandFailure, usageFailure } from "../base/command-failure.ts";
import { type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { refusal, type UserError } from "../base/deployment-failure.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { fileText, parsedDocument } from "../base/input-file.ts";
import { mcpServers } from "../base/mcp-file.ts";
import { styled } from "../base/output.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { selectedOperations } from "./openapi-selection.ts";

export interface AddOptions extends TargetOptions {
  readonly json?: boolean;
  readonly name?: string;
  readonly bearerSecret?: string;
  readonly trusted?: boolean;
  /** Address of the server of an OpenAPI document. */
  readonly base?: string;
  /** Of an OpenAPI document. */
  readonly operations?: readonly string[];
}

/** The result of a registration, the same for both mutations. */
const registrationFields = `mcpServer {
        name url status failure { message } droppedTools { name reason } tools(first: 100) { nodes { name effectClass } pageInfo { hasNextPage } }
      }
      errors { code message path }`;

export const registerDocument = /* GraphQL */ `
  mutation CliRegister($input: RegisterMcpServerInput!) {
    registerMcpServer(input: $input) {
      ${registrationFields}
    }
  }
`;

export const registerApiDocument = /* GraphQL */ `
  mutation CliRegisterApi($input: RegisterOpenApiServerInput!) {
    registerOpenApiServer(input: $input) {
      ${registrationFields}
    }
  }
`;

interface Registered {
  readonly name: string;
  readonly url: string;
  readonly status: string;
  readonly failure: { readonly message: string } | null;
  readonly droppedTools: readonly { readonly name: string; readonly reason: string }[];
  readonly tools: {
    readonly nodes: readonly { readonly name: string; readonly effectClass: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean };
  };
}

export interface Registration {
  readonly name: string;
  readonly url: string;
  readonly bearerSecret?: string;
  readonly trusted: boolean;
}

export async function toolsAdd(source: string, options: AddOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { err, out } = surroundings;
  const additions = await additionsOf(source, options, surroundings);
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const registered: Registered[] = [];
  for (const addition of additions) {
    const server = await (addition.kind === "API"
      ? registerApi(deployment, addition.input)
      : register(deployment, addition.input));
    registered.push(server);
    if (!options.json) show(server, surroundings);
  }
  if (options.json) out.json(registered);
  const failed = registered.filter(({ status }) => status === "UNREACHABLE" || status === "UNAUTHORIZED");
  for (const { name } of failed)
    err.line(`${name} is registered and cannot be called yet. Once it answers: the same again`);
  return failed.length === 0 ? exitCodes.ok : exitCodes.failed;
}

type Addition =
  | { readonly kind: "MCP"; readonly input: Registration }
  | { readonly kind: "API"; readonly input: ApiRegistration };

interface ApiRegistration {
  readonly name: string;
  /** The document, or where the deployment reads it. */
  readonly document?: object;
  readonly url?: string;
  readonly operations?: readonly string[];
  readonly baseUrl?: string;
  readonly secret?: string;
}

async function additionsOf(
  source: string,
  options: AddOptions,
  surroundings: Surroundings,
): Promise<readonly Addition[]> {
  const mcp = (input: Registration): Addition => ({ kind: "MCP", input });
  if (/^https?:/i.test(source)) {
    const address = URL.parse(source);
    if (address !== null && /\.(json|ya?ml)$/i.test(address.pathname))
      return [{ kind: "API", input: apiRegistrationOf(nameOf(address), { url: source }, options) }];
    demandNoApiOptions(options);
    return [mcp(registrationOf(source, options))];
  }
  if (!/\.(json|ya?ml)$/i.test(source))
    throw usageFailure(
      `Cannot use ${JSON.stringify(source)}: required an address (https://…/mcp), or a file such as .mcp.json or openapi.yaml`,
    );
  const document = await parsedDocument(await fileText(source, surroundings, maxDescriptionBytes), source);
  if (typeof document === "object" && document !== null && ("openapi" in document || "swagger" in document))
    return [
      {
        kind: "API",
        input: apiRegistrationOf(withoutEnding(source), sentDocument(source, document, options), options),
      },
    ];
  demandNoApiOptions(options);
  return registrationsIn(source, document, options, surroundings).map(mcp);
}

/** Of a document that is larger than a request, some operations can be sent. */
const maxDescriptionBytes = 64_000_000;

/** Bytes of a document that a request has room for. */
const maxSentBytes = 1_000_000;

/** The whole document, or as much of it as the chosen operations need. */
function sentDocument(
  file: string,
  whole: object,
  { operations }: AddOptions,
): Pick<ApiRegistration, "document" | "operations"> {
  const selected = operations === undefined ? undefined : selectedOperations(whole as JsonObject, operations);
  const document = selected?.document ?? whole;
  const bytes = Buffer.byteLength(JSON.stringify(document));
  if (bytes > maxSentBytes)
    throw usageFailure(
      `Cannot send ${file}: required at most ${maxSentBytes} bytes as JSON, found ${bytes}`,
      "choose the operations that plans need: --operations NAME…",
      "or name the address of the document (https://…/openapi.json), which the deployment reads itself, up to 8 MB",
    );
  return selected === undefined ? { document } : { document, operations: selected.names };
}

function demandNoApiOptions({ base, operations }: AddOptions): void {
  const given = base !== undefined ? "--base" : operations !== undefined ? "--operations" : undefined;
  if (given !== undefined)
    throw usageFailure(`Cannot use ${given}: it belongs to an OpenAPI document, found something else`);
}

function withoutEnding(file: string): string {
  return basename(file).replace(/\.[^.]+$/, "");
}

function apiRegistrationOf(
  ownName: string,
  source: Pick<ApiRegistration, "document" | "operations" | "url">,
  { base, bearerSecret, name = ownName, operations, trusted }: AddOptions,
): ApiRegistration {
  if (trusted) throw usageFailure("Cannot use --trusted: the effects of an OpenAPI document follow from its methods");
  return {
    name,
    ...(operations !== undefined && { operations }),
    ...source,
    ...(base !== undefined && { baseUrl: base }),
    ...(bearerSecret !== undefined && { secret: bearerSecret }),
  };
}

async function registerApi(deployment: Deployment, input: ApiRegistration): Promise<Registered> {
  const { registerOpenApiServer: payload } = await deployment.ask<{
    registerOpenApiServer: { mcpServer: Registered | null; errors: readonly UserError[] };
  }>(registerApiDocument, { input });
  return registeredIn(payload, input.name);
}

/** Registers a server, or reads its tools again. Throws if it is refused. */
export async function register(deployment: Deployment, input: Registration): Promise<Registered> {
  const { registerMcpServer: payload } = await deployment.ask<{
    registerMcpServer: { mcpServer: Registered | null; errors: readonly UserError[] };
  }>(registerDocument, { input });
  return registeredIn(payload, input.name);
}

function registeredIn(
  { errors, mcpServer }: { readonly mcpServer: Registered | null; readonly errors: readonly UserError[] },
  name: string,
): Registered {
  if (mcpServer !== null) return mcpServer;
  const refused = refusal(`Cannot register ${name}`, errors);
  throw new CommandFailure({ ...refused.facts, next: adviceFor(errors[0]?.code) });
}

function adviceFor(code: string | undefined): readonly string[] {
  if (code === "EGRESS_DENIED")
    return [
      "an address with https: that is not private; for a server on your machine set EGRESS_ALLOW_PRIVATE and EGRESS_ALLOW_HTTP, as planwright dev does",
    ];
  return code === "UPSTREAM_ERROR" ? ["start the server, or mend its address, then the same again"] : [];
}

function registrationOf(url: string, { bearerSecret, name, trusted = false }: AddOptions): Registration {
  const parsed = URL.parse(url);
  if (parsed === null)
    throw usageFailure(`Cannot use ${JSON.stringify(url)}: required an address such as https://tools.example.com/mcp`);
  return { name: name ?? nameOf(parsed), url, trusted, ...(bearerSecret !== undefined && { bearerSecret }) };
}

/** `https://tools.example.com/mcp` is `tools-example-com`. */
function nameOf({ host }: URL): string {
  return host.replace(/[^A-Za-z0-9]+/g, "-").slice(0, 64);
}

/** The command to type for a server with headers in the file. */
export function headersAdvice(name: string, source: string): readonly string[] {
  return [
    `its bearer token as the secret TOOL_SECRET_X of the deployment, then npx planwright tools add ${source} --name ${name} --bearer-secret X`,
    'registerMcpServer of the API for other headers; or "disabled": true beside its url',
  ];
}

function registrationsIn(
  source: string,
  document: unknown,
  options: AddOptions,
  surroundings: Surroundings,
): readonly Registration[] {
  const { bearerSecret, name, trusted = false } = options;
  const servers = mcpServers(document, source, surroundings.env);
  const wanted = name === undefined ? servers : servers.filter((server) => server.name === name);
  if (wanted.length === 0)
    throw usageFailure(
      `Cannot register ${name ?? "anything"} of ${source}: it has ${servers.map((one) => one.name).join(", ") || "no server"}`,
    );
  for (const server of wanted) {
    if (server.kind === "PROGRAM")
      surroundings.err.line(
        `${server.name} is a program of this machine: npx planwright dev starts it and registers it there.`,
      );
    else if (server.sendsHeaders && bearerSecret === undefined)
      throw usageFailure(
        `Cannot register ${server.name} of ${source}: it is sent headers, and what stands in a file is not sent to a deployment`,
        ...headersAdvice(server.name, source),
      );
  }
  const remote = wanted.flatMap((server) => (server.kind === "REMOTE" ? [server] : []));
  if (remote.length === 0)
    throw usageFailure(
      `Cannot register a server of ${source}: each is a program of this machine`,
      "npx planwright dev",
    );
  return remote.map((server) => ({
    name: server.name,
    url: server.url,
    trusted,
    ...(bearerSecret !== undefined && { bearerSecret }),
  }));
}

function show({ droppedTools, failure, name, status, tools }: Registered, { err, out }: Surroundings): void {
  const isReady = status === "READY";
  const count = tools.pageInfo.hasNextPage ? `more than ${tools.nodes.length}` : tools.nodes.length;
  err.line(
    styled(isReady ? "green" : "red", isReady ? "✓ " : "✗ "),
    name,
    `: ${status}${failure === null ? "" : `, ${failure.message}`}, ${count} tools`,
  );
  for (const tool of tools.nodes) out.line(tool.name, styled("dim", `  ${tool.effectClass}`));
  if (tools.pageInfo.hasNextPage) err.line("The others: npx planwright tools ls");
  for (const { name: tool, reason } of droppedTools) {
    const isCallable = tools.nodes.some((one) => one.name === tool);
    err.line(styled("yellow", "! "), `${tool}${isCallable ? "" : " cannot be called"}: ${reason}`);
  }
}
