/**
 * A load generator: starts executions at a given rate, regardless of how earlier ones end, and reports throughput, latency, errors, and
 * whether watchers received exactly what is stored. Exits with 1 if nothing was accepted, an execution never ended or a watcher received
 * something else.
 *
 *   npm run load -- --url http://127.0.0.1:8787/graphql --rate 5 --seconds 60 --watchers 10 \
 *     --mix chain,parallel,prompt,person,workflow
 *
 * The mix calls the servers of the example world; `--setup` registers them. Put the bearer token in PLANWRIGHT_TOKEN. `--options`
 * lists the options.
 */
import { faultsOf, report } from "./figures.ts";
import { GraphqlEndpoint } from "./graphql-endpoint.ts";
import { LoadRun } from "./load-run.ts";
import { parseCommandLine, usage } from "./options.ts";
import { setUp } from "./setup.ts";

if (import.meta.main) process.exitCode = await main();

/** Runs the command line of this process. Gives the exit code. */
export async function main(): Promise<number> {
  const parsed = parseCommandLine(process.argv.slice(2), process.env.PLANWRIGHT_TOKEN ?? null);
  if (parsed.kind === "HELP") {
    console.log(usage);
    return 0;
  }
  if (parsed.kind === "REFUSED") {
    console.error(`${parsed.message}\n${usage}`);
    return 2;
  }
  const { load, printsJson, setup } = parsed.commandLine;
  if (setup !== null) {
    const refusal = await setUp(new GraphqlEndpoint(load.url, load.token), setup).catch(String);
    if (refusal !== undefined) {
      console.error(refusal);
      return 1;
    }
  }
  const { figures } = await new LoadRun(load, crypto.randomUUID().slice(0, 8)).finish();
  const faults = faultsOf(figures);
  console.log(printsJson ? JSON.stringify({ ...figures, faults }, null, 2) : [report(figures), ...faults].join("\n"));
  return faults.length === 0 ? 0 : 1;
}
