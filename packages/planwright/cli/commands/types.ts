/** `planwright types`: declarations of everything that plans may call, for `planwright/plans`, read from a deployment. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { catalogDeclarations } from "../../plans/declarations/catalog-declarations.ts";
import { readCatalog } from "../../plans/declarations/read-catalog.ts";
import { findConfig, type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import type { Surroundings } from "../base/surroundings.ts";

export interface TypesOptions extends TargetOptions {
  readonly output?: string;
  readonly check?: boolean;
}

export async function types(options: TypesOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd, err, out } = surroundings;
  const { config, folder } = findConfig(surroundings);
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const catalog = await readCatalog((query, variables) => deployment.ask(query, variables));
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
      isCurrent ? `${file} is current` : `${file} is not what the deployment has. To write it: npx planwright types`,
    );
    return isCurrent ? exitCodes.ok : exitCodes.failed;
  }
  writeFileSync(file, text);
  const count = catalog.tools.length + catalog.agents.length + catalog.workflows.length;
  err.line(`Wrote the types of ${count} callables into ${file}`);
  return exitCodes.ok;
}
