/**
 * `@planwright/client` as npm packs it, where its users have it: in the Node of the machine, in workerd and in Chromium, each against the
 * real Worker.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packPackages } from "../../../scripts/build/pack.mjs";
import { blankPage, withBrowser } from "../../support/deployed/browser.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { volume } from "../../support/engine/volume.ts";

const served = deployedWorld({ isShared: true });
const folder = mkdtempSync(join(tmpdir(), "planwright-client-"));
let bundle: string;

/** What every runtime does: starts a plan that asks a person, follows it over the transport, answers, and tells what it saw. */
const probe = `
  import { createClient } from "@planwright/client";
  export async function probe(url, transport) {
    const planwright = createClient({ url, transport });
    const steps = [{ humanInput: { stepId: "ask", prompt: "Which?" } }];
    const started = await planwright.run({ steps }, { labels: [{ key: "probe", value: transport }] });
    if (!started.ok) return started.error;
    const seen = [];
    for await (const item of planwright.watch(started.value.execution.id)) {
      if (item.kind !== "EVENTS") return item;
      for (const event of item.events) {
        seen.push(event.type);
        if (event.__typename !== "StepWaiting") continue;
        const answered = await planwright.answer(event.request.id, { accept: {} });
        if (!answered.ok) return answered.error;
      }
    }
    const finished = await planwright.finished(started.value.execution.id);
    return { seen, status: finished.ok ? finished.value.status : finished.error };
  }`;
const found = {
  seen: [
    "EXECUTION_STARTED",
    "STEP_STARTED",
    "STEP_WAITING",
    "HUMAN_INPUT_RESOLVED",
    "STEP_FINISHED",
    "EXECUTION_FINISHED",
  ],
  status: "SUCCEEDED",
};

beforeAll(async () => {
  for (const [name, archive] of packPackages(["client"], folder)) {
    execFileSync("tar", ["xzf", archive], { cwd: folder });
    const place = join(folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    renameSync(join(folder, "package"), place);
  }
  writeFileSync(join(folder, "probe.mjs"), probe);
  const { outputFiles } = await build({
    stdin: { contents: probe, resolveDir: folder },
    ...{ bundle: true, format: "esm", target: "es2022", write: false },
  });
  bundle = outputFiles[0]?.text ?? "";
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const address = () => served.planwright.endpoint;

it("[N449] the packed client runs in the Node of the machine, and says there what the transport that it lacks needs", () => {
  const own = join(process.cwd(), "node_modules/.bin");
  const PATH = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((entry) => entry !== own && !entry.includes("node_modules"));
  const script = `import { probe } from "./probe.mjs";
    const withoutSocket = await probe("${address()}", "websocket").catch(({ message }) => message);
    console.log(JSON.stringify({ version: process.version, sse: await probe("${address()}", "sse"), withoutSocket }));`;
  const env = { ...process.env, PATH: PATH.join(delimiter), NODE_OPTIONS: "" };
  const said = execFileSync("node", ["--input-type=module", "-e", script], { cwd: folder, env });
  const { sse, version, withoutSocket } = JSON.parse(String(said));
  expect(sse).toEqual(found);
  if (/^v2[01]\./.test(version)) expect(withoutSocket).toMatch(/required a global WebSocket, found none/);
  else expect(withoutSocket).toEqual(found);
});

/** Runtimes that are no packages of this project: their programs come from the registry, in `npm run proof` alone. */
const runtimes = [
  { name: "deno", version: "2.9.6", args: ["run", "--allow-net", "--allow-env", "--node-modules-dir=manual"] },
  { name: "bun", version: "1.4.5", args: ["run"] },
] as const;

it.for(volume<readonly (typeof runtimes)[number][]>({ sample: [], whole: runtimes }))(
  "[N496] the packed client runs in $name $version, over both transports",
  ({ args, name, version }, context) => {
    const programs = mkdtempSync(join(tmpdir(), "planwright-runtimes-"));
    try {
      writeFileSync(join(programs, "package.json"), JSON.stringify({ private: true, allowScripts: { [name]: true } }));
      try {
        const flags = ["--no-audit", "--no-fund", "--prefer-offline"];
        execFileSync("npm", ["install", ...flags, `${name}@${version}`], { cwd: programs, stdio: "pipe" });
      } catch (error) {
        context.skip(`${name} ${version} cannot be installed: ${error}`);
      }
      const script = `import { probe } from "./probe.mjs";
        console.log(JSON.stringify([await probe("${address()}", "sse"), await probe("${address()}", "websocket")]));`;
      writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
      writeFileSync(join(folder, "runtime.mjs"), script);
      const said = execFileSync(join(programs, "node_modules/.bin", name), [...args, "runtime.mjs"], { cwd: folder });
      expect(JSON.parse(String(said))).toEqual([found, found]);
    } finally {
      rmSync(programs, { recursive: true, force: true });
    }
  },
);

it("[N449] the packed client runs in workerd, over both transports", async () => {
  const script = `${bundle}
    export default { async fetch() {
      return Response.json([await probe("${address()}", "sse"), await probe("${address()}", "websocket")]);
    } };`;
  const options = {
    name: "probe",
    modules: true,
    script,
    compatibilityDate: "2025-01-01",
    cf: false,
    log: new Log(LogLevel.NONE),
  };
  const runtime = new Miniflare(convertV4MiniflareOptions({ ...options, telemetry: { enabled: false } } as never));
  try {
    const response = await runtime.dispatchFetch("http://probe/");
    expect(await response.json()).toEqual([found, found]);
  } finally {
    await runtime.dispose();
  }
});

it("[N449] the packed client runs in a page, over both transports", async () => {
  await withBrowser(async (browser) => {
    const { complaints, page } = await blankPage(await browser.newContext());
    const { origin } = new URL(address());
    const content = `${bundle}
      globalThis.seen = [await probe(location.origin, "sse"), await probe(location.origin, "websocket")];`;
    // A document of the deployment itself, because a page that the test makes up may not open a WebSocket to this machine.
    await page.goto(`${origin}/health`);
    await page.addScriptTag({ type: "module", content });
    const seen = await page.waitForFunction("globalThis.seen");
    expect({ seen: await seen.jsonValue(), complaints }).toEqual({ seen: [found, found], complaints: [] });
  });
});
