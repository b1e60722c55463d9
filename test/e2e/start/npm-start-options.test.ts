/** `npm start` with its options: every event on the screen, and a person who speaks and decides at the terminal. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Planwright } from "../../support/deployed/planwright.ts";
import { npmStart, type StartedByNpm, servesAtLast, startPorts } from "./npm-start.ts";

const folder = mkdtempSync(join(tmpdir(), "npm-start-options-"));
let started: StartedByNpm;

beforeAll(async () => {
  const environment = { ...(await startPorts()), STATE_FOLDER: folder, EXAMPLE_DELAY_MS: "50" };
  started = npmStart(environment, "--verbose", "--talk");
  await started.printed(/You \[Automate my social media\]: /);
  started.type("Automate my garden");
  await started.printed(/Approve\? \(yes or no\) \[yes\]: /);
  started.type("no");
  await started.printed(servesAtLast);
});

afterAll(async () => {
  await started?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("npm start -- --verbose --talk", () => {
  it("[N155] prints every event with its number, children further to the right, and the lines of its programs", () => {
    const output = started.output();
    for (const type of [
      "ExecutionStarted",
      "PlanProposed",
      "StepStarted",
      "StepFinished",
      "ModelCalled",
      "ExecutionFinished",
    ])
      expect(output).toMatch(new RegExp(`^ {2}\\d\\d:\\d\\d:\\d\\d\\.\\d{3} +#\\d+ +${type}`, "m"));
    expect(output).toMatch(/^ {2}│ .* StepStarted/m);
    expect(output).toContain("Example MCP server: ");
    expect(readFileSync(join(folder, "npm-start.log"), "utf8")).toContain("Example MCP server: ");
  });

  it("[N155] says what was typed, and takes no for an answer", async () => {
    const { conversations } = await new Planwright(started.origin).ask<{
      conversations: { nodes: readonly { messages: { nodes: readonly { author: string; text: string }[] } }[] };
    }>("{ conversations(first: 1) { nodes { messages(first: 20) { nodes { author text } } } } }");
    const said = conversations.nodes[0]?.messages.nodes.map(({ text }) => text);
    expect(said).toContain("Automate my garden");
    expect(started.output()).toMatch(/DECLINED/);
    expect(started.output()).toMatch(/^Conversation .* 1 decision of a person$/m);
  });

  it("[N155] ends with 0 on Ctrl-C", async () => {
    expect(await started.stop()).toBe(0);
  });
});
