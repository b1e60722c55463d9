/** The files that start `planwright serve` in a container, as far as can be seen without one: what they run, as whom, and where the data is. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { parse } from "yaml";
import { DataFolder } from "../../../packages/planwright/cli/serve/data-folder.ts";
import { testedRuntime } from "../../../packages/planwright/cli/serve/runtime-process.ts";
import { projectRoot } from "../../../scripts/setup.mjs";
import { Terminal } from "./command.ts";

const read = (name: string) => readFileSync(join(projectRoot, name), "utf8");
const terminal = new Terminal();
afterAll(() => terminal.remove());

it("[N739] serve refuses settings of a file that it does not know, and a folder that cannot be made, before it starts anything", async () => {
  const serve = (line: string) => terminal.type(["serve", ...line.split(" ")]);
  terminal.write("typo.env", "# mine\nMAX_STEP=3\nTOOL_SECRET_A=x\n");
  expect(await serve("--data data --settings typo.env")).toMatchObject({
    code: 2,
    err: expect.stringContaining("MAX_STEP, which is no setting; nearest: MAX_STEPS"),
  });
  terminal.write("words.env", "MODELS='[\n]'\nAUTH_MODE: keys\n");
  const words = await serve("--data data --settings words.env");
  expect(words.code).toBe(2);
  expect(words.err).toContain("required a line NAME=value for each setting, found line 3, which is none");
  // It could be a part of a secret.
  expect(words.err).not.toContain("keys");
  terminal.write("file", "mine");
  for (const folder of ["file", "file/below"])
    expect(await serve(`--data ${folder}`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^✗ Cannot use .*file.*: a part of this path is a file, not a folder \(ENOTDIR\)\n→ /),
    });
});

it.skipIf(process.platform !== "linux")(
  "[N739] serve says so where no folder can be made, and does not try for ever",
  async () => {
    expect(await terminal.type(["serve", "--data", "/proc/planwright/data"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^✗ Cannot use \/proc\/planwright: it does not exist and cannot be made \(ENOENT\)\n→ /,
      ),
    });
  },
);

it("[N868] serve makes its secrets once: no later start writes them, and none takes the place of one that is lost", () => {
  const folder = new DataFolder(join(terminal.folder, "below", "served"));
  folder.prepare();
  const made = folder.secrets({});
  expect(made).toEqual({
    ID_SEALING_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/),
    ADMIN_TOKEN: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const places = [folder.secretsFile, join(folder.path, "planwright.data")];
  for (const place of places) utimesSync(place, 1, 1);
  folder.prepare();
  expect(folder.secrets({})).toEqual(made);
  expect(places.map((place) => statSync(place).mtimeMs)).toEqual([1_000, 1_000]);
  expect(statSync(folder.secretsFile).mode & 0o777).toBe(0o600);

  // Something was stored under the secret, which the environment of then had, or which is lost.
  mkdirSync(join(folder.objects, "planwright-ExecutionObject"));
  rmSync(folder.secretsFile);
  expect(() => folder.secrets({})).toThrow("required the ID_SEALING_SECRET that it was served with before");
  expect(folder.secrets({ ID_SEALING_SECRET: made.ID_SEALING_SECRET })).toEqual({ ADMIN_TOKEN: expect.any(String) });
});

it("[N871] git leaves out the folder of a served deployment, whose secrets would be published with the project", () => {
  const project = join(terminal.folder, "project");
  const folder = new DataFolder(join(project, "data"));
  folder.prepare();
  folder.secrets({});
  writeFileSync(join(project, "plan.json"), "{}");
  const git = (...args: readonly string[]) => execFileSync("git", [...args], { cwd: project, encoding: "utf8" });
  git("init", "--quiet");
  git("add", ".");
  expect(git("ls-files")).toBe("plan.json\n");
});

it("[N868] a start that was cut off before its folder had a format is begun anew", () => {
  const folder = new DataFolder(join(terminal.folder, "cut-off"));
  mkdirSync(folder.path);
  writeFileSync(join(folder.path, "planwright.data"), "");
  folder.prepare();
  expect(readFileSync(join(folder.path, "planwright.data"), "utf8")).toBe("planwright.data/1\n");
});

it("[N473] the Dockerfile runs serve as another user than root, on a volume, with the versions of this repository, and the page shows it", async () => {
  const file = read("examples/self-host/Dockerfile");
  const lines = file
    .trim()
    .split("\n")
    .map((line) => /^([A-Z]+) (.+)$/.exec(line)?.slice(1) ?? ["", line]);
  const known = ["FROM", "RUN", "WORKDIR", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"];
  expect(lines.map(([name = ""]) => name).filter((name) => !known.includes(name))).toEqual([]);
  const text = (wanted: string) => lines.find(([name]) => name === wanted)?.[1] ?? "";
  expect(text("USER")).toBe("node");
  const { version } = JSON.parse(read("package.json"));
  const { packages } = JSON.parse(read("package-lock.json"));
  expect(testedRuntime).toBe(packages["node_modules/workerd"].version);
  expect(file).toContain(`npm install --no-audit --no-fund planwright@${version} workerd@${testedRuntime} `);
  const entry: readonly string[] = JSON.parse(text("ENTRYPOINT"));
  const { bin } = JSON.parse(read("packages/planwright/package.json"));
  expect(entry).toEqual(["node", `node_modules/planwright/${bin.planwright}`]);
  const args: readonly string[] = JSON.parse(text("CMD"));
  expect(args).toEqual(["serve", "--data", text("VOLUME"), "--host", "0.0.0.0"]);
  // The command takes them: without credentials it refuses that host, and nothing else.
  const refused = await terminal.type(args, { env: { AUTH_MODE: "none" } });
  expect(refused.err).toMatch(/required a loopback address|required the package workerd/);
  const health: readonly string[] = JSON.parse(text("HEALTHCHECK").replace(/^CMD /, ""));
  expect(health.slice(0, 2)).toEqual(["node", "-e"]);
  expect(() => new Function(health[2] ?? "(")).not.toThrow();
  const page = read("docs/self-host.md");
  expect(page).toContain(`\`\`\`dockerfile\n${file.trim()}\n\`\`\``);
  expect(page).toContain(`\`\`\`yaml\n${read("examples/self-host/docker-compose.yml").trim()}\n\`\`\``);
});

it("[N473] the compose file keeps the data on a volume, waits longer than the server lets requests end, and is reached from the machine alone", () => {
  const { services, volumes } = parse(read("examples/self-host/docker-compose.yml"));
  const { planwright } = services;
  expect(planwright.volumes).toEqual(["data:/data"]);
  expect(Object.keys(volumes)).toEqual(["data"]);
  expect(Number.parseInt(planwright.stop_grace_period, 10)).toBeGreaterThan(8);
  for (const port of planwright.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  expect(planwright).toMatchObject({ build: ".", restart: "unless-stopped" });
});
