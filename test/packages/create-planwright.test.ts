/** What `npm create planwright` makes and what it refuses. The projects themselves are started in `test/e2e/start/templates.proof.test.ts`. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { readCommandLine, type TemplateName, templates } from "../../packages/create-planwright/src/command-line.ts";
import { makeProject } from "../../packages/create-planwright/src/project.ts";
import { packageManifests } from "../../scripts/build/pack.mjs";
import { projectRoot } from "../../scripts/setup.mjs";

const scratch = mkdtempSync(join(tmpdir(), "planwright-create-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The folder of the package as it is packed. */
const packed = join(scratch, "packed");
mkdirSync(packed);
const inPackages = (path: string) => join(projectRoot, "packages", path);
symlinkSync(inPackages("create-planwright/templates"), join(packed, "templates"));
symlinkSync(inPackages("planwright/start"), join(packed, "start"));

const names = Object.keys(templates) as TemplateName[];
const make = (template: TemplateName, folder: string) => makeProject({ folder, template, from: packed });

describe("npm create planwright", () => {
  it("[N490] has a template of every name, and no other", () => {
    expect(readdirSync(inPackages("create-planwright/templates")).sort()).toEqual([...names].sort());
  });

  it.each(names)("[N490] makes a project of its own name from the template %s, ready to be installed", (template) => {
    const folder = join(scratch, `My Shop ${template}`);
    expect(make(template, folder)).toMatchObject({ kind: "MADE" });
    const name = `my-shop-${template}`;
    const read = (path: string) => readFileSync(join(folder, path), "utf8");
    expect(JSON.parse(read("package.json"))).toMatchObject({ name, private: true });
    expect(read("wrangler.toml")).toContain(`name = "${name}"`);
    expect(read("wrangler.toml")).toContain(`bucket_name = "${name}-artifacts"`);
    expect(read("README.md").split("\n")[0]).toBe(`# ${name}`);
    expect(read(".dev.vars")).toContain("AUTH_MODE=none");
    expect(readdirSync(folder, { recursive: true }).filter((path) => /(^|\/)_/.test(String(path)))).toEqual([]);
    expect(read(".gitignore").split("\n")).toContain(".dev.vars");
  });

  it.each(names)("[N735] deploys %s with planwright deploy, in the mode that its configuration names", (template) => {
    const folder = join(scratch, `deployed-${template}`);
    make(template, folder);
    const read = (path: string) => readFileSync(join(folder, path), "utf8");
    expect(JSON.parse(read("package.json")).scripts.deploy).toBe("planwright deploy");
    expect(read("wrangler.toml")).toMatch(/^\[vars\]\n(?:#.*\n)*AUTH_MODE = "keys"$/m);
    expect(read(".dev.vars")).toMatch(/^ALLOWED_ORIGINS=http:\/\/localhost:\*/m);
    if (existsSync(join(folder, "set-up.js"))) expect(read("set-up.js")).toContain("PLANWRIGHT_TOKEN");
  });

  it.each<[template: TemplateName, route: string]>([
    ["web", "/graphql"],
    ["chat", "/chat/abc/messages?limit=2"],
  ])(
    "[N736] the page of %s has its requests of the API passed on as its own, and no file of the page",
    (template, route) => {
      const folder = inPackages(`create-planwright/templates/${template}`);
      const config = readFileSync(join(folder, "vite.config.js"), "utf8");
      // A target as text makes Vite write its own host, and the Worker then takes the page for that of another origin.
      const [, key = "none"] = /proxy: \{ "([^"]+)": \{ target: "http:\/\/127\.0\.0\.1:8787"/.exec(config) ?? [];
      const isPassedOn = (url: string) => (key.startsWith("^") ? new RegExp(key).test(url) : url.startsWith(key));
      expect(isPassedOn(route)).toBe(true);
      expect(readdirSync(join(folder, "page")).filter((name) => isPassedOn(`/${name}`))).toEqual([]);
    },
  );

  it.each(["chat", "agents"])(
    "[N873] npm run dev of %s registers nothing at another program that has its port",
    async (template) => {
      const asked: string[] = [];
      const other = createServer(({ url = "" }, response) => {
        asked.push(url);
        response.end('{"data":{"a":{"errors":[]}}}');
      }).listen(8787, "127.0.0.1");
      // If the port is taken, that is a program just as well.
      await Promise.race([once(other, "listening"), once(other, "error").catch(() => undefined)]).catch(
        () => undefined,
      );
      const cwd = inPackages(`create-planwright/templates/${template}`);
      // Without wrangler, which is not to be started.
      const env = { ...process.env, PATH: dirname(process.execPath) };
      const dev = promisify(execFile)(process.execPath, ["dev.js"], { cwd, env, timeout: 60_000 });
      await expect(dev).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("required the port 8787") });
      expect(asked).toEqual([]);
      other.closeAllConnections();
      other.close();
    },
  );

  it("[N869] the page of chat takes a message once the one before is answered, or has failed", () => {
    const code = readFileSync(inPackages("create-planwright/templates/chat/page/chat.tsx"), "utf8");
    const [, condition = ""] = /disabled=\{(.*)\}>\n\s+Send/.exec(code) ?? [];
    const isDisabled = new Function("chat", `return ${condition};`) as (chat: { readonly status: string }) => unknown;
    const statuses = ["submitted", "streaming", "ready", "error"];
    expect(statuses.map((status) => isDisabled({ status }))).toEqual([true, true, false, false]);
  });

  it.each(names)(
    "[N491] the template %s needs packages in the versions of the lockfile, ours in that of the repository",
    (template) => {
      const { packages: locked } = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8"));
      const ours = [...packageManifests().values()];
      const text = readFileSync(inPackages(`create-planwright/templates/${template}/package.json`), "utf8");
      const { dependencies, devDependencies } = JSON.parse(text);
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        const own = ours.find((manifest) => manifest.name === name);
        expect(`${name}@${version}`).toBe(`${name}@${own?.version ?? locked[`node_modules/${name}`]?.version}`);
      }
    },
  );

  it("[N492] refuses a folder that has files, a file, and a name without letters, and writes nothing", () => {
    const full = join(scratch, "full");
    mkdirSync(full);
    writeFileSync(join(full, "mine.txt"), "mine");
    expect(make("minimal", full)).toMatchObject({
      kind: "REFUSED",
      message: `Cannot make ${JSON.stringify(full)}: required an empty folder, found mine.txt`,
    });
    expect(readdirSync(full)).toEqual(["mine.txt"]);
    expect(make("minimal", join(full, "mine.txt"))).toMatchObject({ kind: "REFUSED" });
    expect(readFileSync(join(full, "mine.txt"), "utf8")).toBe("mine");
    expect(make("minimal", join(full, "mine.txt", "below"))).toMatchObject({
      kind: "REFUSED",
      message: expect.stringMatching(/^Cannot make ".*below": ENOTDIR/),
    });
    expect(make("minimal", join(scratch, "..."))).toMatchObject({ kind: "REFUSED" });
    expect(existsSync(join(scratch, "..."))).toBe(false);
    const cloned = join(scratch, "cloned");
    mkdirSync(join(cloned, ".git"), { recursive: true });
    expect(make("minimal", cloned)).toMatchObject({ kind: "MADE" });
  });

  it.each<[args: readonly string[], read: object]>([
    [[], { kind: "CREATE", request: {} }],
    [["shop"], { kind: "CREATE", request: { folder: "shop" } }],
    [["shop", "-t", "web"], { kind: "CREATE", request: { folder: "shop", template: "web" } }],
    [["--help"], { kind: "HELP" }],
    [["a", "b"], { kind: "REFUSED", message: "Cannot make 2 projects at once: found a, b" }],
    [
      ["--template", "constructor"],
      {
        kind: "REFUSED",
        message: 'Cannot use the template "constructor": required one of minimal, web, chat, agents',
      },
    ],
    [["--tempalte", "web"], { kind: "REFUSED", message: expect.stringContaining("--tempalte") }],
  ])("[N492] reads %j", (args, read) => {
    expect(readCommandLine(args)).toEqual(read);
  });
});
