/**
 * The configuration of the runtime: the built Worker with its objects on the disk of this machine, artifacts, static files and rate limits
 * in the place of what Cloudflare's network has. Secrets do not stand in it: the runtime reads them from its environment.
 */
import { relative } from "node:path";

/** What the build of the package says of the Worker. */
export interface WorkerDescription {
  /** Files of the modules, the entry first. */
  readonly modules: readonly string[];
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  /** Classes of objects by the names of their bindings. */
  readonly objects: { readonly [binding: string]: string };
  readonly rateLimits: { readonly [binding: string]: { readonly limit: number; readonly period: number } };
}

export interface RuntimeConfig {
  readonly worker: WorkerDescription;
  /** Folder of the modules. */
  readonly workerFolder: string;
  /** Folder of the parts of this file's neighbour `runtime`, compiled. */
  readonly partsFolder: string;
  readonly assetsFolder: string;
  readonly objectsFolder: string;
  /** Folder in which the configuration will lie: modules are named relative to it. */
  readonly folder: string;
  /** Names of the settings that the environment of the runtime has. */
  readonly settings: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly allowsPrivateNetwork: boolean;
  readonly version: string;
}

const text = (value: string) => JSON.stringify(value);
const list = (entries: readonly string[]) => `[${entries.join(", ")}]`;

export function runtimeConfigText(config: RuntimeConfig): string {
  const { folder, host, objectsFolder, partsFolder, port, settings, version, worker } = config;
  const embedded = (from: string, name: string) =>
    `(name = ${text(name)}, ${name.endsWith(".graphql") ? "text" : "esModule"} = embed ${text(relative(folder, `${from}/${name}`))})`;
  const address = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  const namespaces = Object.values(worker.objects).map(
    (name) => `(className = ${text(name)}, uniqueKey = ${text(`planwright-${name}`)}, enableSql = true)`,
  );
  const rateLimits = Object.entries(worker.rateLimits).map(
    ([name, { limit, period }]) =>
      `(name = ${text(name)}, wrapped = (moduleName = "planwright:rate-limit", innerBindings = [(name = "limit", json = ${text(String(limit))}), (name = "period", json = ${text(String(period))})]))`,
  );
  const bindings = [
    ...Object.entries(worker.objects).map(
      ([name, className]) => `(name = ${text(name)}, durableObjectNamespace = ${text(className)})`,
    ),
    ...settings.map((name) => `(name = ${text(name)}, fromEnvironment = ${text(name)})`),
    ...rateLimits,
    `(name = "ASSETS", service = "assets")`,
    `(name = "ARTIFACTS", wrapped = (moduleName = "planwright:artifacts", innerBindings = [(name = "objects", durableObjectNamespace = (className = "ArtifactObject", serviceName = "artifacts"))]))`,
  ];
  const network = config.allowsPrivateNetwork ? ["public", "private"] : ["public"];
  const dates = `compatibilityDate = ${text(worker.compatibilityDate)}, compatibilityFlags = ${list(worker.compatibilityFlags.map(text))}`;
  // Only this process says where a request comes from: a header that a client writes is none of Cloudflare's.
  const options = `(forwardedProtoHeader = "X-Forwarded-Proto", injectRequestHeaders = [(name = "cf-connecting-ip")])`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "artifacts", worker = .artifacts),
    (name = "assets", worker = .assets),
    (name = "internet", network = (allow = ${list(network.map(text))}, tlsOptions = (trustBrowserCas = true))),
    (name = "objects", disk = (path = ${text(objectsFolder)}, writable = true)),
    (name = "files", disk = (path = ${text(config.assetsFolder)})),
  ],
  sockets = [(name = "http", address = ${text(address)}, http = ${options}, service = "main")],
  extensions = [(modules = [
    (name = "planwright:artifacts", internal = true, esModule = embed ${text(relative(folder, `${partsFolder}/artifact-binding.js`))}),
    (name = "planwright:rate-limit", internal = true, esModule = embed ${text(relative(folder, `${partsFolder}/rate-limit-binding.js`))}),
  ])],
);
const main :Workerd.Worker = (
  modules = ${list(worker.modules.map((name) => embedded(config.workerFolder, name)))},
  ${dates},
  bindings = ${list(bindings)},
  durableObjectNamespaces = ${list(namespaces)},
  durableObjectStorage = (localDisk = "objects"),
);
const artifacts :Workerd.Worker = (
  modules = [${embedded(partsFolder, "artifact-object.js")}],
  ${dates},
  durableObjectNamespaces = [(className = "ArtifactObject", uniqueKey = "planwright-ArtifactObject", enableSql = true)],
  durableObjectStorage = (localDisk = "objects"),
);
const assets :Workerd.Worker = (
  modules = [${embedded(partsFolder, "asset-worker.js")}],
  ${dates},
  bindings = [(name = "files", service = "files"), (name = "version", text = ${text(version)})],
);
`;
}
