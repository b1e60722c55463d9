/** `docs/first-tool.md`, followed to the letter in an empty folder with the packed archive: a Worker of one's own with tools of one's own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../../../scripts/setup.mjs";
import { fencedBlocks } from "../../docs/fenced-blocks.ts";
import { OwnProject } from "../../support/deployed/own-project.ts";
import { Planwright } from "../../support/deployed/planwright.ts";

const document = "docs/first-tool.md";
const blocks = fencedBlocks(document, readFileSync(join(projectRoot, document), "utf8"));
const blocksOf = (language: string) => blocks.flatMap((block) => (block.language === language ? [block.text] : []));
const [prepare = "", use = ""] = blocksOf("sh").map((text) => text.trim().split("\n"));
const [index = "", stock = "", more = "", hooks = ""] = blocksOf("ts");
const [plan = ""] = blocksOf("json");
/** The README shows a shorter one. */
const [readme = ""] = fencedBlocks("README.md", readFileSync(join(projectRoot, "README.md"), "utf8")).flatMap(
  ({ language, text }) => (language === "ts" ? [text] : []),
);
const project = new OwnProject();
let origin: string;

beforeAll(async () => {
  const [make, install, copy = ""] = prepare as readonly string[];
  expect(make).toBe("mkdir my-app && cd my-app && npm init -y");
  expect(install).toBe("npm install planwright zod wrangler");
  project.install(["planwright"], ["zod"]);
  project.run("sh", "-c", copy);
  project.write("src/index.ts", index);
  project.write("plan.json", plan);
  origin = await project.start();
});
afterAll(() => project.remove());

describe("docs/first-tool.md", () => {
  it("[N416] leads from an empty folder to tools of one's own that a plan calls: five commands, thirty lines", () => {
    expect([...prepare, ...use]).toHaveLength(5);
    expect(index.trim().split("\n").length).toBeLessThanOrEqual(30);
    const [start, run = ""] = use as readonly string[];
    expect(start).toBe("npx wrangler dev");
    // Without the way over npx, which asks the registry.
    const printed = project.run("sh", "-c", `${run.replace(/^npx /, "")} --url ${origin}`);
    expect(JSON.parse(printed)).toEqual({ receipt: expect.stringMatching(/^ann-[0-9a-f]{8}$/) });
  });

  it("[N416] serves the dashboard and GraphiQL out of the package, and checks plans against the schemas in code", async () => {
    const page = await fetch(`${origin}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<title>Planwright</title>")]);
    expect((await fetch(`${origin}/graphiql`)).status).toBe(200);
    const { executePlan } = await new Planwright(origin).ask<{ executePlan: { errors: readonly unknown[] } }>(
      `mutation ($document: JSONObject!) { executePlan(input: { source: { document: $document } }) { errors { code message } } }`,
      { document: JSON.parse(plan.replace("order.output.sum", "order.output.total")) },
    );
    expect(executePlan.errors).toMatchObject([{ code: "TEMPLATE_INVALID" }]);
  });

  it("[N416] compiles under the strictest settings, with the README's and declarations, and is deployed as it is", () => {
    project.write("src/stock.ts", stock);
    project.write("src/more.ts", more);
    project.write("src/hooks.ts", hooks);
    project.write("src/readme.ts", readme);
    const compilerOptions = {
      ...{ module: "nodenext", moduleResolution: "nodenext", target: "es2022", lib: ["es2022"] },
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
      ...{ noEmit: true, types: ["@cloudflare/workers-types"] },
    };
    project.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] }));
    expect(project.run("tsc", "-p", ".")).toBe("");
    const deployed = project.run("wrangler", "deploy", "--dry-run", "--minify");
    expect(deployed).toContain("env.SCHEDULE (ScheduleObject)");
    const [, kilobytes] = /gzip: ([\d.]+) KiB/.exec(deployed) ?? [];
    // The platform takes 3 MB on its free plan.
    expect(Number(kilobytes)).toBeLessThan(1_300);
  });

  it("[N495] has its types and the check of plans without a deployment, from the module that calls createPlanwright", () => {
    project.run("planwright", "types", "--module");
    project.write(
      "src/plan.ts",
      `import { definePlan } from "planwright/plans";
      export const plan = definePlan(({ tools }) => {
        const order = tools.total({ lines: [{ price: 4, count: 3 }] });
        // @ts-expect-error: there is no such field
        order.total;
        return tools.charge({ customer: "ann", amount: order.sum });
      });`,
    );
    project.write("tsconfig.json", project.read("tsconfig.json").replace('["src"]', '["src", "planwright.d.ts"]'));
    expect(project.run("tsc", "-p", ".")).toBe("");
    expect(project.run("planwright", "types", "--module", "src/more.ts", "--output", "-")).toContain(
      'readonly "host": Tool<{',
    );
    project.run("planwright", "check", "plan.json", "--module");
    project.write("wrong.json", plan.replace("order.output.sum", "order.output.total"));
    const failed = (...args: readonly string[]) => {
      try {
        return project.run("planwright", ...args);
      } catch (error) {
        return `${(error as { stdout: string }).stdout}${(error as { stderr: string }).stderr}`;
      }
    };
    expect(failed("check", "wrong.json", "--module")).toContain("total");
    project.write(
      "src/broken.ts",
      `import { createPlanwright } from "planwright";\nexport default createPlanwright({ tolls: [] });`,
    );
    expect(failed("types", "--module", "src/broken.ts")).toContain("Cannot use tolls of createPlanwright");
    expect(failed("types", "--module", "src/stock.ts")).toContain(
      "required a default export that createPlanwright gave",
    );
  });

  it("[N498] is served with its tools on a machine of one's own, and refused by name with bindings that only the network has", async () => {
    const planwright = join(project.folder, "node_modules/.bin/planwright");
    const env = { ...process.env, AUTH_MODE: "none", HOME: project.folder };
    const serve = (...more: readonly string[]) =>
      spawn(planwright, ["serve", "--data", "data", "--port", "0", "--entry", ...more], { cwd: project.folder, env });
    const wordsOf = async (program: ChildProcess, wanted: RegExp) => {
      let text = "";
      for await (const chunk of program.stderr ?? []) {
        text += String(chunk);
        if (wanted.test(text)) break;
      }
      return text;
    };
    const server = serve();
    try {
      const [, served = ""] = /Serves on (\S+),/.exec(await wordsOf(server, /Serves on/)) ?? [];
      const printed = project.run("planwright", "run", "plan.json", "--watch", "--url", served);
      expect(JSON.parse(printed)).toEqual({ receipt: expect.stringMatching(/^ann-[0-9a-f]{8}$/) });
    } finally {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    }
    const config = project.read("wrangler.toml");
    project.write("wrangler.toml", `${config}\n[[kv_namespaces]]\nbinding = "KV"\nid = "x"\n`);
    expect(await wordsOf(serve(), /\n.*Next|deploy/)).toContain(
      "found kv_namespaces, which Cloudflare's network alone has",
    );
    project.write("wrangler.toml", config);
  });

  it("[N416] binds all objects that the repository's own deployment binds", () => {
    const bindings = (text: string) =>
      [...text.matchAll(/name = "([A-Z]+)"[,\n]\s*class_name = "(\w+)"/g)].map(([, name, type]) => `${name} ${type}`);
    const own = bindings(project.read("wrangler.toml"));
    expect(own).toEqual(bindings(readFileSync(join(projectRoot, "wrangler.toml"), "utf8")));
    expect(own.length).toBeGreaterThan(5);
  });
});
