/** `planwright deploy` over a wrangler that records what it is asked, and an address that answers as the deployment would. */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { Terminal } from "./command.ts";

const terminal = new Terminal();
const fake = join(terminal.folder, "fake");
const state = join(terminal.folder, "state.json");
const credentials = join(terminal.folder, ".config/planwright/credentials.json");

/** Keeps calls, buckets and secrets in a file, as the account would. */
const wrangler = `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require("node:fs");
const state = JSON.parse(readFileSync(process.env.FAKE_STATE, "utf8"));
const args = process.argv.slice(2);
const input = args[1] === "put" ? readFileSync(0, "utf8") : "";
state.calls.push(args.join(" "));
const done = (code, text = "") => { writeFileSync(process.env.FAKE_STATE, JSON.stringify(state)); process.stdout.write(text); process.exit(code); };
if (args[0] === state.fails) done(1, "\\u001b[31mX [ERROR] " + args[0] + " failed");
if (args[0] === "whoami") done(state.account ? 0 : 1, "{}");
if (args[0] === "r2" && args[2] === "info") done(state.buckets.includes(args[3]) ? 0 : 1);
if (args[0] === "r2") { state.buckets.push(args[3]); done(0); }
if (args[0] === "secret" && args[1] === "list") done(0, "a warning\\n" + JSON.stringify(Object.keys(state.secrets).map((name) => ({ name, type: "secret_text" }))));
if (args[0] === "secret") { state.secrets[args[2]] = input; done(0); }
if (args[0] === "deploy") done(0, "Deployed agents triggers\\n  " + state.address + "\\n");
done(1, "unknown");
`;

const asked: {
  readonly authorization: string | undefined;
  readonly tenant: unknown;
  readonly scopes: readonly string[];
}[] = [];
const deployment = createServer(async (request, response) => {
  let text = "";
  for await (const piece of request) text += piece;
  if (request.url === "/health") return void response.end(JSON.stringify({ status: "ok", version: "0.8.0" }));
  const { variables } = JSON.parse(text);
  asked.push({
    authorization: request.headers.authorization,
    tenant: request.headers["planwright-tenant"],
    scopes: variables.input.scopes,
  });
  response.end(JSON.stringify({ data: { createApiKey: { secret: "pw_first", apiKey: null, errors: [] } } }));
});
await new Promise<void>((resolve) => deployment.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(deployment.address() as AddressInfo).port}`;

mkdirSync(fake);
writeFileSync(join(fake, "wrangler"), wrangler);
chmodSync(join(fake, "wrangler"), 0o755);
const env = { PATH: [fake, dirname(process.execPath), "/usr/bin"].join(delimiter), FAKE_STATE: state };

interface State {
  readonly calls: readonly string[];
  readonly buckets: readonly string[];
  readonly secrets: { readonly [name: string]: string };
}
const stored = (): State => JSON.parse(readFileSync(state, "utf8"));
const reset = (more: object = {}) =>
  writeFileSync(state, JSON.stringify({ calls: [], buckets: [], secrets: {}, account: true, address, ...more }));

afterAll(() => {
  deployment.close();
  terminal.remove();
});

beforeEach(() => {
  reset();
  asked.length = 0;
  rmSync(credentials, { force: true });
  terminal.write(
    "wrangler.toml",
    '# mine\nname = "agents"\nmain = "index.js"\n[vars]\nAUTH_MODE = "keys"\n[[r2_buckets]]\nbinding = "ARTIFACTS"\nbucket_name = "agents-artifacts"\n',
  );
});

const type = (line: string, more: object = {}) => terminal.type(line.split(" "), { env: { ...env, ...more } });

it("[N475] deploy makes what is missing once, sets secrets that no command line shows, and makes a first key with the scopes asked for", async () => {
  const first = await type(`deploy --url ${address} --tenant acme --scopes EXECUTION_READ`);
  expect(first, first.err).toMatchObject({ code: 0, out: `${address}\n` });
  const { buckets, calls, secrets } = stored();
  expect(calls).toEqual([
    ...["whoami --json", "r2 bucket info agents-artifacts", "r2 bucket create agents-artifacts", "deploy"],
    ...["secret list --format json", "secret put ID_SEALING_SECRET", "secret put ADMIN_TOKEN"],
  ]);
  expect(buckets).toEqual(["agents-artifacts"]);
  for (const secret of [secrets.ID_SEALING_SECRET, secrets.ADMIN_TOKEN]) expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(secrets.ID_SEALING_SECRET).not.toBe(secrets.ADMIN_TOKEN);
  expect(first.err + first.out).not.toContain(secrets.ADMIN_TOKEN);
  expect(asked).toEqual([
    { authorization: `Bearer ${secrets.ADMIN_TOKEN}`, tenant: "acme", scopes: ["EXECUTION_READ"] },
  ]);
  expect(JSON.parse(readFileSync(credentials, "utf8"))).toEqual({
    [address]: "pw_first",
    [`${address}#operator`]: secrets.ADMIN_TOKEN,
  });

  const again = await type(`deploy --url ${address} --json`);
  expect(JSON.parse(again.out)).toEqual({ name: "agents", url: address });
  expect(stored().calls.slice(calls.length)).toEqual([
    "whoami --json",
    "r2 bucket info agents-artifacts",
    "deploy",
    "secret list --format json",
  ]);
  expect(stored().secrets).toEqual(secrets);
  expect(asked).toHaveLength(1);
});

it("[N734] deploy makes an operator and a first key where callers are known by keys alone; keys create speaks for that operator", async () => {
  terminal.write("wrangler.toml", 'name = "agents"\n[vars]\nAUTH_MODE = "code"\n');
  const deployed = await type(`deploy --url ${address}`);
  expect(deployed, deployed.err).toMatchObject({ code: 0, out: `${address}\n` });
  expect(deployed.err).toContain("No key was made, because AUTH_MODE is code");
  expect(Object.keys(stored().secrets)).toEqual(["ID_SEALING_SECRET"]);
  expect(asked).toEqual([]);
  terminal.write("wrangler.toml", 'name = "agents"\n[vars]\nAUTH_MODE = "keys"\n');
  await type(`deploy --url ${address}`);
  const operator = `Bearer ${stored().secrets.ADMIN_TOKEN}`;
  const printed = await type(`keys create --print --scopes EXECUTION_START --url ${address}`);
  expect(printed).toMatchObject({ code: 0, out: "pw_first\n" });
  await type(`keys create --print --url ${address} --token mine`);
  await type(`keys create --print --url ${address}`, { PLANWRIGHT_TOKEN: "ours" });
  expect(asked.map(({ authorization }) => authorization)).toEqual([operator, operator, "Bearer mine", "Bearer ours"]);
});

it("[N475] a deploy that cannot be done says why and what to type, and has changed nothing before", async () => {
  reset({ account: false });
  const loggedOut = await type("deploy");
  expect(loggedOut.code).toBe(4);
  expect(loggedOut.err).toMatch(/→ npx wrangler login/);
  expect(stored().calls).toEqual(["whoami --json"]);
  reset({ fails: "deploy" });
  const failed = await type("deploy");
  expect(failed.code).toBe(7);
  expect(failed.err).toContain("X [ERROR] deploy failed");
  reset();
  expect((await type("deploy")).err).toContain("printed no address of workers.dev");
  terminal.write("wrangler.toml", 'name = "agents"\n');
  const open = await type("deploy");
  expect(open.code).toBe(2);
  expect(open.err).toContain('write under [vars]: AUTH_MODE = "keys"');
  terminal.write("wrangler.toml", "name = ");
  expect((await type("deploy")).code).toBe(2);
  rmSync(join(terminal.folder, "wrangler.toml"));
  expect((await type("deploy")).err).toMatch(/required wrangler\.toml[\s\S]*→ npm create planwright/);
  terminal.write("wrangler.jsonc", '{ "name": "agents", /* mine */ "vars": { "AUTH_MODE": "keys", }, }');
  expect((await type("deploy --scopes ALL")).code).toBe(2);
  const missing = await type("deploy", { PATH: "/nowhere" });
  expect(missing).toMatchObject({ code: 7 });
  expect(missing.err).toContain("→ npm install --save-dev wrangler");
  rmSync(join(terminal.folder, "wrangler.jsonc"));
});
