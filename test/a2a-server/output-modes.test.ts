/** The media types in which a client takes results: what the card offers is given, all else is refused before anything begins. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json/json.ts";
import { FakeA2aServer, message } from "./fake-a2a-server.ts";

const text = [{ text: "a report" }];
const output = { topic: "a", pages: 3 };

function send(acceptedOutputModes: readonly string[], more: JsonObject = {}): JsonObject {
  return { message: message("m1", text, more), configuration: { acceptedOutputModes } };
}

const partsOf = (task: unknown) => (task as { artifacts: readonly { parts: unknown }[] }).artifacts[0]?.parts;

describe("acceptedOutputModes", () => {
  it.each<[string, readonly string[], JsonObject]>([
    ["none", [], { data: output, mediaType: "application/json" }],
    ["both", ["text/plain", "application/json"], { data: output, mediaType: "application/json" }],
    ["text", ["text/plain; charset=utf-8"], { text: JSON.stringify(output), mediaType: "text/plain" }],
    ["data", ["application/json"], { data: output, mediaType: "application/json" }],
  ])("[N46] of %s give the result of a workflow so, also to who asks later", async (_, modes, part) => {
    const world = new FakeA2aServer();
    world.onStart = (run) => run.finish("SUCCEEDED", output);
    const { result } = await world.call("report", "SendMessage", send(modes));
    const { task } = result as { task: JsonObject };
    expect(partsOf(task)).toEqual([part]);
    const again = await world.call("report", "GetTask", { id: task.id ?? null });
    expect(partsOf(again.result)).toEqual([part]);
    expect(JSON.stringify(again.result?.history)).not.toContain("outputForm");
  });

  it.each<[readonly string[], JsonObject]>([
    [["text/plain"], { text: "Hello", mediaType: "text/plain" }],
    [["application/json"], { data: { text: "Hello" }, mediaType: "application/json" }],
  ])("[N46] of %j give the result of an agent so", async (modes, part) => {
    const world = new FakeA2aServer();
    world.onStart = (run) => run.finish("SUCCEEDED", { text: "Hello" });
    const { result } = await world.call("editor", "SendMessage", send(modes));
    expect(partsOf(result?.task)).toEqual([part]);
  });

  const typed = {
    actions: [],
    inputSchema: { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] },
    outputSchema: { type: "object", properties: { topic: { type: "string" }, text: { type: "string" } } },
  };
  const asked: JsonObject = { parts: [{ data: { topic: "a" } }] };

  it.each<[readonly string[], JsonObject]>([
    [[], { data: { topic: "a", text: "Hello" }, mediaType: "application/json" }],
    [["text/plain", "application/json"], { data: { topic: "a", text: "Hello" }, mediaType: "application/json" }],
    [["application/json"], { data: { topic: "a", text: "Hello" }, mediaType: "application/json" }],
  ])("[N271] of %j give the output of an agent with a schema as data", async (modes, part) => {
    const world = new FakeA2aServer(typed);
    world.onStart = (run) => run.finish("SUCCEEDED", { topic: "a", text: "Hello" });
    const { result } = await world.call("editor", "SendMessage", send(modes, asked));
    expect(partsOf(result?.task)).toEqual([part]);
    expect(world.run.request.input).toEqual({ kind: "VALUE", value: { topic: "a" } });
  });

  it("[N271] let an agent with an input schema be given its data by the address of a file, and refuse what breaks the schema", async () => {
    const world = new FakeA2aServer(typed);
    world.links.set("https://files.example/a.json", { topic: "linked" });
    world.onStart = (run) => run.finish("SUCCEEDED", { topic: "linked" });
    await world.call("editor", "SendMessage", send([], { parts: [{ url: "https://files.example/a.json" }] }));
    expect(world.run.request.input).toEqual({ kind: "VALUE", value: { topic: "linked" } });
    const { error } = await world.call("editor", "SendMessage", { message: message("m2", [{ data: { topic: 7 } }]) });
    expect(error?.message).toContain("/topic");
    expect(world.runs).toHaveLength(1);
    const wordy = new FakeA2aServer();
    const refused = await wordy.call(
      "editor",
      "SendMessage",
      send([], { parts: [{ url: "https://files.example/a.json" }] }),
    );
    expect(refused.error?.code).toBe(-32_005);
  });

  it("[N779] label what was fetched from an address as untrusted, and not what the sender wrote", async () => {
    const labels: unknown[] = [];
    for (const part of [{ url: "https://files.example/a.json" }, { data: { topic: "a" } }]) {
      const world = new FakeA2aServer(typed);
      world.links.set("https://files.example/a.json", { topic: "linked" });
      world.onStart = (run) => run.finish("SUCCEEDED", { topic: "a" });
      await world.call("editor", "SendMessage", send([], { parts: [part] }));
      labels.push(world.run.request.inputLabels?.map(({ label }) => label));
    }
    expect(labels).toEqual([["CALLER", "UNTRUSTED"], undefined]);
  });

  it("[N46] stream no text to a client that takes data alone", async () => {
    const world = new FakeA2aServer();
    const bodies: string[] = [];
    for (const modes of [["application/json"], ["text/plain"]]) {
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: 7,
        method: "SendStreamingMessage",
        params: { ...send(modes), message: message(modes.join(), text) },
      });
      const following = world.fetch("editor")("https://planwright.example/a2a", {
        ...{ method: "POST", body, headers: { "a2a-version": "1.0" } },
      });
      const response = await following;
      world.run.write("Hel", 0);
      world.run.finish("SUCCEEDED", { text: "Hello" });
      bodies.push(await response.text());
    }
    expect(bodies[0]).not.toContain('"text":"Hel"');
    expect(bodies[0]).toContain('"data":{"text":"Hello"}');
    expect(bodies[1]).toContain('"text":"Hel"');
  });

  it("[N46] that the card does not offer are refused by the error of the protocol, and nothing is begun", async () => {
    for (const [method, version] of [
      ["SendMessage", "1.0"],
      ["SendStreamingMessage", "1.0"],
      ["message/send", "0.3"],
    ] as const) {
      const world = new FakeA2aServer();
      const role = version === "1.0" ? {} : { kind: "message", role: "user", parts: [{ kind: "text", text: "a" }] };
      const { error } = await world.call("report", method, send(["image/png"], role), version);
      expect(error).toMatchObject({ code: -32_005, message: expect.stringContaining("found image/png") });
      expect(world.runs).toEqual([]);
    }
  });

  it("[N46] of an answer to a question cannot change the form of the task", async () => {
    const world = new FakeA2aServer();
    world.onStart = (run) => run.ask("May it?");
    const { result } = await world.call("report", "SendMessage", send(["text/plain"]));
    const { id = null } = (result as { task: JsonObject }).task;
    const answer = (modes: readonly string[]) =>
      world.call("report", "SendMessage", {
        message: message("m2", [{ data: { accept: true } }], { taskId: id }),
        configuration: { returnImmediately: true, acceptedOutputModes: modes },
      });
    expect((await answer(["application/json"])).error).toMatchObject({
      code: -32_005,
      message: expect.stringContaining("text/plain"),
    });
    expect(world.run.view().humanInputs).toMatchObject([{ status: "PENDING" }]);
    expect((await answer(["text/plain"])).error).toBeUndefined();
  });
});
