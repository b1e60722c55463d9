/** Projects of `npm create planwright`, made from the packed archives in folders outside of the repository, and used as their README says. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packPackages } from "../../../scripts/build/pack.mjs";
import { OwnProject } from "../../support/deployed/own-project.ts";
import { volume } from "../../support/engine/volume.ts";

const folder = mkdtempSync(join(tmpdir(), "planwright-create-"));
const projects: OwnProject[] = [];

/** Ports of `npm run dev` of the templates, which is taken to run beside. Another program has them just as well. */
const portsOfDevelopment = [8787, 8790, 8791].map((port) =>
  createServer((socket) => socket.destroy())
    .on("error", () => undefined)
    .listen(port, "127.0.0.1"),
);

beforeAll(() => {
  const [archive = ""] = packPackages(["create-planwright"]).values();
  execFileSync("npm", ["install", "--silent", "--no-save", "--prefix", folder, archive]);
});
afterAll(async () => {
  for (const server of portsOfDevelopment) server.close();
  rmSync(folder, { recursive: true, force: true });
  for (const project of projects) await project.remove();
});

function create(template: string, ours: readonly string[]): OwnProject {
  const project = new OwnProject();
  projects.push(project);
  const command = join(folder, "node_modules/.bin/create-planwright");
  const printed = execFileSync(command, [project.folder, "--template", template], { encoding: "utf8" });
  expect(printed).toContain(`from the template ${template}`);
  project.installOurs(ours);
  return project;
}

it.each<[template: string, ours: readonly string[], tests: number]>([
  ["minimal", ["planwright"], 1],
  ["web", ["planwright", "client", "react"], 2],
  ["chat", ["planwright"], 1],
  ["agents", ["planwright", "client"], 2],
])(
  "[N493, N745] the template %s passes its own test beside its npm run dev, has right types and, in npm run proof and for the first here, is deployed as it is",
  (template, ours, tests) => {
    const project = create(template, ours);
    expect(project.run("node", "--test")).toMatch(new RegExp(`pass ${tests}$`, "m"));
    expect(project.run("npm", "run", "--silent", "check")).toBe("");
    if (project.has("vite.config.js")) expect(project.run("vite", "build")).toContain("dist/index.html");
    // All have the same wrangler.toml, so that one is enough here.
    if (volume({ sample: Number(template === "minimal"), whole: 1 }) === 1)
      expect(project.run("wrangler", "deploy", "--dry-run")).toContain("env.SCHEDULE (ScheduleObject)");
  },
);
