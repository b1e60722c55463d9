/**
 * The client for Python against the real Worker, over the standard library and over httpx where a Python of this machine has it. Without a
 * Python the tests are skipped, by name.
 */
import { execFile, spawn, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { cuttableProxy } from "../../browser/cuttable-proxy.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";

const served = deployedWorld({ isShared: true });
const folder = "clients/python";

const runs = (python: string, script: string) => spawnSync(python, ["-c", script]).status === 0;
const pythons = ["python3", "/usr/bin/python3"].filter((python) =>
  runs(python, "import sys; sys.exit(sys.version_info < (3, 9))"),
);
const libraries = [
  ["urllib", pythons[0]],
  ["httpx", pythons.find((python) => runs(python, "import httpx"))],
] as const;

/** The environment in which the client uses the library: without httpx it is as if that were not installed. */
function environment(library: string): NodeJS.ProcessEnv {
  return { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1", LIBRARY: library };
}

/** A server before the Worker that loses the first `lost` answers to requests whose body holds `text`. */
async function losing(text: string, lost: number) {
  let sent = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const headers = { "content-type": "application/json", accept: request.headers.accept ?? "" };
    const answer = await fetch(served.planwright.endpoint, { method: "POST", headers, body });
    const answered = await answer.text();
    if (body.includes(text) && sent++ < lost) response.destroy();
    else response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(answered);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
    sent: () => sent,
  };
}

const program = `
import json, os, sys
from planwright import GraphQLError, Planwright, Refused, TransportError
started, answered, direct = sys.argv[1:]
found = {}
def client(url, **options):
    return Planwright(url, delay=lambda count, at_least: None, uses_httpx=os.environ["LIBRARY"] == "httpx", **options)
with client(direct) as planwright:
    try: planwright.run({"steps": [{"tool": {"toolName": "read_nota", "arguments": {}}}]})
    except Refused as error: found["refused"] = [error.code, error.errors[0]["nearestNames"][0]]
    try: planwright.request("{ nothing }", {})
    except GraphQLError as error: found["graphql"] = error.code
with client("http://127.0.0.1:1") as nobody:
    try: nobody.run("Hello")
    except TransportError as error: found["transport"] = error.is_transient
with client(started) as planwright:
    labels = [{"key": "python", "value": os.environ["LIBRARY"]}]
    execution = planwright.run({"steps": [{"humanInput": {"prompt": "Ünicode?"}}]}, labels=labels)
with client(direct) as planwright:
    for event in planwright.watch(execution["id"]):
        if event["__typename"] == "StepWaiting": break
with client(answered) as planwright:
    request = planwright.execution(execution["id"])["pendingHumanInputs"][0]
    found["prompt"] = request["prompt"]
    planwright.answer(request["id"], {"accept": {}})
    try: planwright.answer(request["id"], {"decline": "no"})
    except Refused as error: found["late"] = error.code
    found["status"] = planwright.finished(execution["id"])["status"]
    found["listed"] = [one["id"] == execution["id"] for one in planwright.executions({"labels": labels})]
    planwright.request("mutation ($id: ID!) { deleteExecution(input: { executionId: $id }) { errors { code } } }", {"id": execution["id"]})
    try: list(planwright.watch(execution["id"]))
    except GraphQLError as error: found["deleted"] = error.code
print(json.dumps(found))
`;

describe.each(libraries)("over %s", (library, python = "") => {
  it.skipIf(python === "")(
    "[N455] the example runs to its end and has each event once, though its connections are cut",
    async ({ onTestFinished }) => {
      const proxy = await cuttableProxy(served.planwright.endpoint);
      onTestFinished(() => proxy.close());
      const example = spawn(python, [`${folder}/example.py`, proxy.url], { env: environment(library) });
      let problems = "";
      example.stderr.on("data", (chunk) => {
        problems += chunk;
      });
      const lines: string[] = [];
      let cuts = 0;
      for await (const line of createInterface(example.stdout)) {
        lines.push(line);
        if (/^[24] /.test(line)) cuts += proxy.cut();
      }
      expect({ problems, last: lines.at(-1) }).toEqual({ problems: "", last: "SUCCEEDED" });
      const sequences = lines.slice(0, -1).map((line) => Number.parseInt(line, 10));
      expect(sequences).toEqual(sequences.map((_, index) => index + 1));
      expect(lines.at(-2)).toContain("EXECUTION_FINISHED");
      expect(cuts).toBeGreaterThan(0);
    },
  );

  it.skipIf(python === "")(
    "[N455, N517] starts and answers whose receipts were lost count once, and refusals are exceptions with codes, following what was deleted too",
    async ({ onTestFinished }) => {
      const [started, answered] = await Promise.all([losing("ExecutePlan", 2), losing("RespondToHumanInput", 1)]);
      onTestFinished(() => {
        started.close();
        answered.close();
      });
      const args = ["-c", program, started.url, answered.url, served.planwright.endpoint];
      const { stdout } = await promisify(execFile)(python, args, { env: environment(library) });
      expect(JSON.parse(stdout)).toEqual({
        ...{ refused: ["UNKNOWN_CALLABLE", "read_note"], graphql: "GRAPHQL_VALIDATION_FAILED", transport: true },
        ...{ prompt: "Ünicode?", late: "ALREADY_RESOLVED", status: "SUCCEEDED", listed: [true] },
        deleted: "NOT_FOUND",
      });
      expect([started.sent(), answered.sent()]).toEqual([3, 3]);
    },
  );
});
