/** The command line: every command with its options, and `main`, which turns the result or error of a command into an exit code. */
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { CommandFailure, fileFailure } from "./base/command-failure.ts";
import { type ExitCode, exitCodes } from "./base/exit-code.ts";
import { idsLast } from "./base/ids-last.ts";
import { Output, styled } from "./base/output.ts";
import type { Surroundings } from "./base/surroundings.ts";
import { version } from "./base/version.ts";

type Finish = (code: ExitCode) => void;

/** Runs one command line. Never throws for a fault that a user can mend. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.ok;
  const asJson = args.includes("--json");
  const program = makeProgram(surroundings, asJson, (code) => {
    exitCode = code;
  });
  try {
    const flags = flagsWithValue(program);
    await program.parseAsync([...idsLast(args, (flag) => flags.has(flag))], { from: "user" });
    return exitCode;
  } catch (error) {
    return failed(error, asJson, surroundings);
  }
}

/** The flags of all commands after which a value comes. */
function flagsWithValue(command: Command): ReadonlySet<string> {
  const own = command.options
    .filter(({ required }) => required)
    .flatMap(({ long, short }) => [long ?? "", short ?? ""]);
  return new Set([...own, ...command.commands.flatMap((inner) => [...flagsWithValue(inner)])]);
}

function failed(error: unknown, asJson: boolean, { err, signal }: Surroundings): ExitCode {
  if (error instanceof CommanderError) {
    // Help and version, which commander has written.
    if (error.exitCode === 0) return exitCodes.ok;
    if (asJson) err.json({ error: { code: "USAGE", message: error.message.replace(/^error: /, ""), next: [] } });
    return exitCodes.usage;
  }
  if (signal.aborted) return exitCodes.interrupted;
  const failure = error instanceof CommandFailure ? error : fileFailure(error);
  if (failure === undefined) throw error;
  const { code, details, exitCode, message, next } = failure.facts;
  if (asJson) err.json({ error: { code, message, next, ...(details !== undefined && { details }) } });
  else {
    const [first = "", ...more] = message.split("\n");
    err.line(styled("red", "✗ "), first);
    for (const line of more) err.line("  ", line.trim());
    for (const one of next) err.line(styled("cyan", "→ "), one);
  }
  return exitCode;
}

/** The help of every command that does something, as `--help` prints it, for the documentation. */
export function commandHelp(): readonly { readonly name: string; readonly text: string }[] {
  const nobody = new Output({ write: () => true }, false);
  // Nothing runs, so nothing else of the surroundings is needed.
  const program = makeProgram({ err: nobody, out: nobody } as unknown as Surroundings, false, () => undefined);
  const listed = (command: Command, path: string): readonly { readonly name: string; readonly text: string }[] =>
    command.commands.flatMap((inner) => {
      const name = `${path} ${inner.name()}`;
      if (inner.commands.length > 0) return listed(inner, name);
      inner.configureHelp({ helpWidth: 120, showGlobalOptions: false });
      return [{ name, text: inner.helpInformation().trimEnd() }];
    });
  return listed(program, program.name());
}

function makeProgram(surroundings: Surroundings, asJson: boolean, finish: Finish): Command {
  const { err, out } = surroundings;
  const program = new Command("planwright")
    .description(
      "Runs agent plans at the edge, durably: starts them, watches them, answers their questions, and deploys what runs them.",
    )
    .version(version)
    .configureOutput({
      writeOut: (text) => out.block(text.trimEnd()),
      writeErr: (text) => {
        // With --json `failed` writes it.
        if (!asJson) err.block(text.trimEnd());
      },
    })
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError("(--help lists what there is)")
    .exitOverride();
  executionCommands(program, surroundings, finish);
  registryCommands(program, surroundings, finish);
  deploymentCommands(program, surroundings, finish);
  return program;
}

function executionCommands(program: Command, surroundings: Surroundings, finish: Finish): void {
  asking(program.command("run"))
    .description("starts a plan or a prompt")
    .argument(
      "<plan>",
      'a plan in a file (.json, .yaml, or .ts with definePlan), - for the standard input, or a prompt, such as "Write a post about rivers"',
    )
    .option("-w, --watch", "follow it to its end")
    .option(
      "--wait <seconds>",
      "answer when it has ended, waits for a person, or after so many seconds (25 at most)",
      wholeNumber(0, 25),
    )
    .option("-i, --input <json>", "initial bindings as a JSON object, or @file")
    .option("--key <text>", "idempotency key: the same key is answered with the same execution")
    .option("--label <name=value...>", "labels")
    .option("--model <name>", "language model that plans, for a prompt")
    .option("--agent <name>", "agent that is asked, for a prompt")
    .option("--respond", "let the responder write a text at the end, for a plan")
    .action(async (words, options) =>
      finish(await (await import("./commands/run.ts")).run(words, options, surroundings)),
    );
  asking(program.command("tail"))
    .description("follows an execution from its first event to its end")
    .argument("<id>", "id of the execution, or last for the newest")
    .action(async (id, options) => finish(await (await import("./commands/tail.ts")).tail(id, options, surroundings)));
  asking(program.command("answer"))
    .description("shows what waits for a person, or answers it")
    .argument("[id]", "id of a question or of the execution that asks; without it, the only one that waits")
    .option("-y, --yes", "accept")
    .option("-n, --no [reason]", "decline")
    .option("-c, --choice <text>", "pick this choice")
    .option("-d, --data <json>", "answer with this JSON object, or @file")
    .action(async (id, { no, ...options }, command) => {
      // Commander takes --no as the negation of an option without a name.
      const declined = command.getOptionValueSource("no") === undefined ? {} : { no };
      finish(await (await import("./commands/answer.ts")).answer(id, { ...options, ...declined }, surroundings));
    });
  asking(program.command("ls"))
    .description("lists executions, newest first")
    .option("-l, --limit <number>", "how many, 100 at most", wholeNumber(1, 100), 20)
    .addOption(new Option("-s, --status <status...>", "only those in one of these states").choices(statuses))
    .option("--waiting", "only those that wait for a person")
    .option("--all", "those that others started, too")
    .action(async (options) => finish(await (await import("./commands/ls.ts")).ls(options, surroundings)));
  asking(program.command("cancel"))
    .description("cancels an execution")
    .argument("<id>", "id of the execution, or last")
    .option("--reason <text>", "why, for its log")
    .option("--force", "end the steps of finally, too")
    .action(async (id, options) =>
      finish(await (await import("./commands/control.ts")).cancel(id, options, surroundings)),
    );
  asking(program.command("retry"))
    .description("runs again what did not succeed of an execution that has ended")
    .argument("<id>", "id of the execution, or last")
    .option("--from <step>", "first step to run again")
    .option("--call-again <step...>", "steps that may be called again although they may have had their effect")
    .option("-w, --watch", "follow it to its end")
    .action(async (id, options) =>
      finish(await (await import("./commands/control.ts")).retry(id, options, surroundings)),
    );
  asking(program.command("fork"))
    .description("runs an execution that has ended again from a step, with other arguments or bindings")
    .argument("<id>", "id of the execution, or last")
    .requiredOption("--from <step>", "first step to run")
    .option("-a, --arguments <step=json...>", 'new arguments of a step, such as research=\'{"topic":"rivers"}\'')
    .option("-i, --input <json>", "bindings to set or replace, or @file")
    .option("--call-again <step...>", "steps that may be called again although they may have had their effect")
    .option("-w, --watch", "follow it to its end")
    .action(async (id, options) =>
      finish(await (await import("./commands/control.ts")).fork(id, options, surroundings)),
    );
  asking(program.command("export"))
    .description("writes an execution as one JSON document, every event with its full values")
    .argument("<id>", "id of the execution, or last")
    .option("-o, --output <file>", "a new file instead of the standard output")
    .action(async (id, options) =>
      finish(await (await import("./commands/control.ts")).exportExecution(id, options, surroundings)),
    );
  asking(program.command("export-subject"))
    .description("writes everything of a subject with its contents, as lines of JSON")
    .argument("<subject>", "the subject")
    .option("--after <cursor>", "go on behind this CURSOR line of an earlier export")
    .action(async (subject, options) =>
      finish(await (await import("./commands/export-subject.ts")).exportSubject(subject, options, surroundings)),
    );
}

function registryCommands(program: Command, surroundings: Surroundings, finish: Finish): void {
  asking(program.command("check"))
    .description("checks a plan without running it, and without a deployment")
    .argument("<plan>", "a plan in a file (.json, .yaml, or .ts with definePlan), or - for the standard input")
    .option("--catalog <file>", "exported tools; planwright.catalog.json unless planwright.json says otherwise")
    .option("--module [file]", "what this module defines with createPlanwright; main of wrangler.toml unless given")
    .option("-i, --input <json>", "initial bindings as a JSON object, or @file")
    .option("--online", "let the deployment check it against what is registered there")
    .action(async (plan, options) =>
      finish(await (await import("./commands/check.ts")).check(plan, options, surroundings)),
    );
  asking(program.command("types"))
    .description("writes the types of what plans may call, for planwright/plans")
    .option("-o, --output <file>", "planwright.d.ts unless planwright.json says otherwise; - for the standard output")
    .option("--module [file]", "what this module defines with createPlanwright; main of wrangler.toml unless given")
    .option("--catalog <file>", "what this file of exported tools has; without a deployment, as --module")
    .option("--check", "write nothing, and end with 1 if the file is not current")
    .action(async (options) => finish(await (await import("./commands/types.ts")).types(options, surroundings)));
  asking(program.command("apply"))
    .description("registers the agents and workflows of a file, or the manifest of conversations in it")
    .argument("<file>", "a file (.yaml, .json)")
    .option("--name <name>", "name of a manifest; that of the file unless given")
    .option("--dry-run", "only check the file, and register nothing")
    .action(async (file, options) =>
      finish(await (await import("./commands/apply.ts")).apply(file, options, surroundings)),
    );
  const tools = program.command("tools").description("what plans may call");
  asking(tools.command("add"))
    .description("registers an MCP server, those of a .mcp.json, or the operations of an OpenAPI document")
    .argument(
      "<source>",
      "address of the server (https://…/mcp), a file such as .mcp.json or openapi.yaml, or the address of an OpenAPI document (https://…/openapi.json)",
    )
    .option("--name <name>", "name of the server; of a file, the one server that is meant")
    .option("--bearer-secret <x>", "send the secret TOOL_SECRET_X of the deployment as its bearer token")
    .option("--trusted", "believe what it says of the effects of its tools")
    .option("--base <address>", "address of the server of an OpenAPI document; that of the document unless given")
    .option("--operations <names...>", "operations of an OpenAPI document that become tools; all unless given")
    .action(async (source, options) =>
      finish(await (await import("./commands/tools-add.ts")).toolsAdd(source, options, surroundings)),
    );
  asking(tools.command("ls"))
    .description("lists tools")
    .action(async (options) => finish(await (await import("./commands/tools.ts")).toolsLs(options, surroundings)));
  asking(tools.command("accept"))
    .description("accepts a tool that has changed since it was accepted")
    .argument("<name>", "name of the tool")
    .option("-y, --yes", "without being asked")
    .action(async (name, options) =>
      finish(await (await import("./commands/tools.ts")).toolsAccept(name, options, surroundings)),
    );
  asking(tools.command("remove"))
    .description("removes a server with all its tools")
    .argument("<server>", "name of the server")
    .action(async (name, options) =>
      finish(await (await import("./commands/tools.ts")).toolsRemove(name, options, surroundings)),
    );
  asking(tools.command("export"))
    .description("writes what plans may call into a file, for check and types without a deployment")
    .option("-o, --output <file>", "planwright.catalog.json unless planwright.json says otherwise")
    .action(async (options) =>
      finish(await (await import("./commands/tools-export.ts")).toolsExport(options, surroundings)),
    );
  const keys = program.command("keys").description("API keys");
  asking(keys.command("create"))
    .description(
      "creates a key, as the operator (--token ADMIN_TOKEN, or the token that deploy has kept) or with a key that may, and keeps it for later commands",
    )
    .option("--scopes <scopes...>", "what it permits; all that these commands need unless given")
    .option("--label <text>", "what it is for")
    .option("--subject <text>", "whom it acts as (cli)")
    .option("--data <folder>", "act as the operator of the deployment that planwright serve keeps there")
    .option("--print", "print the key instead of keeping it")
    .action(async (options) => finish(await (await import("./commands/keys.ts")).keysCreate(options, surroundings)));
  asking(keys.command("ls"))
    .description("lists the keys of the tenant, as the operator or with a key that may")
    .option("--data <folder>", "act as the operator of the deployment that planwright serve keeps there")
    .action(async (options) => finish(await (await import("./commands/keys.ts")).keysLs(options, surroundings)));
  asking(keys.command("revoke"))
    .description("revokes a key, which stops working within 5 seconds")
    .argument("<key>", "its id, as ls shows it, or the whole key")
    .option("--data <folder>", "act as the operator of the deployment that planwright serve keeps there")
    .action(async (key, options) =>
      finish(await (await import("./commands/keys.ts")).keysRevoke(key, options, surroundings)),
    );
  const webhooks = program.command("webhooks").description("webhooks of the tenant");
  asking(webhooks.command("secret"))
    .description("prints the secret by which receivers check signatures, as the operator or with a key that may")
    .option("--data <folder>", "act as the operator of the deployment that planwright serve keeps there")
    .action(async (options) =>
      finish(await (await import("./commands/webhooks.ts")).webhooksSecret(options, surroundings)),
    );
  asking(program.command("doctor"))
    .description("looks at this machine, the deployment, the key, the models and the tools, and says what to type next")
    .action(async (options) => finish(await (await import("./commands/doctor.ts")).doctor(options, surroundings)));
}

function deploymentCommands(program: Command, surroundings: Surroundings, finish: Finish): void {
  program
    .command("dev")
    .description("runs the Worker of this project on this machine, offline, with the servers of its .mcp.json")
    .option("-p, --port <number>", "port", wholeNumber(1, 65_535), 8787)
    .option("--mcp <file>", "servers to start and register; .mcp.json if it is there")
    .option("--trusted", "believe what these servers say of the effects of their tools")
    .option("-v, --verbose", "all lines of wrangler and of the servers")
    .action(async (options) => finish(await (await import("./dev/dev.ts")).dev(options, surroundings)));
  program
    .command("deploy")
    .description("deploys the Worker of this project to Cloudflare, with buckets, secrets and a first key")
    .option("--dry-run", "only build it, without an account")
    .option("--tenant <name>", "tenant of the first key", "default")
    .option("--scopes <scopes...>", "what the first key permits; all that these commands need unless given")
    .option("--subject <text>", "whom the first key acts as (ops)")
    .option("--url <address>", "address of the deployment, if it is not one of workers.dev")
    .option("--json", "write JSON, failures too")
    .action(async (options) => finish(await (await import("./deploy/deploy.ts")).deploy(options, surroundings)));
  program
    .command("serve")
    .description("serves a whole deployment on this machine, with its data in a folder")
    .requiredOption("--data <folder>", "folder of its data, made if it is not there")
    .option("-p, --port <number>", "port, 0 for any that is free", wholeNumber(0, 65_535), 8787)
    .option("--entry [file]", "a Worker of your own; main of wrangler.toml unless given")
    .option("--host <address>", "address to listen on; others than loopback need AUTH_MODE keys or jwt", "127.0.0.1")
    .option("--settings <file>", "settings and secrets, a line NAME=value for each, beside those of the environment")
    .option("--grace <seconds>", "how long requests may take to end when it is stopped", wholeNumber(0, 600), 8)
    .option("-q, --quiet", "without the log lines of the Worker")
    .action(async (options) => finish(await (await import("./serve/serve.ts")).serve(options, surroundings)));
}

const statuses = ["PENDING", "RUNNING", "WAITING", "SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"];

/** The options of every command that asks a deployment. */
function asking(command: Command): Command {
  return command
    .option("--url <address>", "address of the deployment (PLANWRIGHT_URL, planwright.json)")
    .option("--token <key>", "API key or token (PLANWRIGHT_TOKEN)")
    .option("--tenant <name>", "tenant that an operator means (PLANWRIGHT_TENANT)")
    .option("--allow-http", "send the key over http: to another machine (PLANWRIGHT_ALLOW_HTTP)")
    .option("--json", "write JSON, failures too");
}

function wholeNumber(lowest: number, highest: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= lowest && value <= highest) return value;
    throw new InvalidArgumentError(`Required a whole number from ${lowest} to ${highest}.`);
  };
}
