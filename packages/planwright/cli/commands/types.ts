/**
 * `planwright types`: declarations of everything that plans may call, for `planwright/plans`, read from a deployment, or without one from the
 * module that configures the Worker of the project and from exported tools.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Catalog, type CatalogEntry, catalogDeclarations } from "../../plans/declarations/catalog-declarations.ts";
import { readCatalog } from "../../plans/declarations/read-catalog.ts";
import type { ExportedCallable, ExportedCatalog } from "../base/catalog-file.ts";
import { findConfig, type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { offlineCatalog } from "./offline-catalog.ts";

export interface TypesOptions extends TargetOptions {
  readonly output?: string;
  readonly check?: boolean;
  readonly module?: string | true;
  readonly catalog?: string;
}

export async function types(options: TypesOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd, err, out } = surroundings;
  const { config, folder } = findConfig(surroundings);
  const isOffline = options.module !== undefined || options.catalog !== undefined;
  const catalog = isOffline
    ? namedCatalog(await offlineCatalog(options, surroundings))
    : await deployedCatalog(options, surroundings);
  const text = catalogDeclarations(catalog);
  if (options.output === "-") {
    out.block(text.trimEnd());
    return exitCodes.ok;
  }
  const file =
    options.output === undefined ? join(folder, config.types ?? "planwright.d.ts") : resolve(cwd, options.output);
  if (options.check) {
    const isCurrent = existsSync(file) && readFileSync(file, "utf8") === text;
    err.line(
      isCurrent
        ? `${file} is current`
        : `${file} is not what is there to be called. To write it: the same without --check`,
    );
    return isCurrent ? exitCodes.ok : exitCodes.failed;
  }
  writeFileSync(file, text);
  const count = catalog.tools.length + catalog.agents.length + catalog.workflows.length;
  err.line(`Wrote the types of ${count} callables into ${file}`);
  return exitCodes.ok;
}

async function deployedCatalog(options: TypesOptions, surroundings: Surroundings): Promise<Catalog> {
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  return readCatalog((query, variables) => deployment.ask(query, variables));
}

/** Agents and workflows by the names that they were given. */
function namedCatalog({ callables }: ExportedCatalog): Catalog {
  const of = (wanted: ExportedCallable["kind"]) =>
    callables
      .filter(({ kind }) => kind === wanted)
      .map((callable): CatalogEntry => {
        const name = wanted === "TOOL" ? callable.name : (callable.otherNames[0] ?? callable.name);
        const { description, inputSchema, outputSchema } = callable;
        return {
          name,
          description,
          inputSchema: inputSchema as CatalogEntry["inputSchema"] & {},
          outputSchema: outputSchema as CatalogEntry["outputSchema"] & {},
        };
      });
  return { tools: of("TOOL"), agents: of("AGENT"), workflows: of("WORKFLOW") };
}
