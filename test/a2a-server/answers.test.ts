/** A question for data is answered by a client that only talks: with the data itself, with words, or in our own form. */
import { describe, expect, it } from "vitest";
import type { Addressee } from "../../src/access/address.ts";
import type { JsonObject } from "../../src/json/json.ts";
import { FakeA2aServer, message } from "./fake-a2a-server.ts";

const form = {
  type: "object",
  properties: { city: { type: "string", minLength: 2 }, day: { type: "string" } },
  required: ["city"],
};
const sole = { type: "object", properties: { city: { type: "string", minLength: 2 } }, required: ["city"] };
const choice = { type: "object", properties: { choice: { enum: ["red", "blue"] } }, required: ["choice"] };
/** Too large to be sent along with a view. */
const long = { ...choice, description: "x".repeat(4_000) };

async function asked(schema: JsonObject, addressees?: readonly Addressee[]) {
  const world = new FakeA2aServer();
  const configuration = { returnImmediately: true };
  const begun = await world.call("report", "SendMessage", { message: message("m1", [{ text: "a" }]), configuration });
  world.run.begin();
  world.run.askFor("Where to?", schema, addressees);
  const { id: taskId = null } = (begun.result as { readonly task: JsonObject }).task;
  const answer = (part: JsonObject, messageId = "m2") =>
    world.call("report", "SendMessage", { message: message(messageId, [part], { taskId }), configuration });
  const given = () => {
    const [question] = world.run.view().humanInputs;
    return { status: question?.status, response: question?.response?.inline };
  };
  return { world, answer, given };
}

describe("an answer to a task", () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["the data that was asked for", form, { data: { city: "Oslo", day: "Monday" } }, { city: "Oslo", day: "Monday" }],
    ["our own form", form, { data: { accept: true, response: { city: "Oslo" } } }, { city: "Oslo" }],
    ["words for a form of one text", sole, { text: " Oslo " }, { city: "Oslo" }],
    ["the words of a choice", choice, { text: "blue" }, { choice: "blue" }],
    ["the words of a choice whose schema is large", long, { text: "red" }, { choice: "red" }],
  ])("is %s", async (_, schema, part, response) => {
    const { answer, given } = await asked(schema);
    expect((await answer(part)).error).toBeUndefined();
    expect(given()).toEqual({ status: "ACCEPTED", response });
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ["data that breaks the schema", form, { data: { city: "O" } }, "satisfies the schema"],
    ["words that break it", sole, { text: "O" }, "satisfies the schema"],
    ["our own form without the data", form, { data: { accept: true } }, "satisfies the schema"],
    ["words for a form of several members", form, { text: "Oslo" }, "the words or data that were asked for"],
    ["words that are no choice", choice, { text: "green" }, "the words or data that were asked for"],
  ])("that is %s is -32602 and leaves the question open", async (_, schema, part, finding) => {
    const { answer, given } = await asked(schema);
    const { error } = await answer(part);
    expect([error?.code, error?.message]).toEqual([-32_602, expect.stringContaining(finding)]);
    expect(given().status).toBe("PENDING");
  });

  it("that comes again changes nothing, and another one is refused", async () => {
    const { answer, given, world } = await asked(sole);
    await answer({ text: "Oslo" });
    const rows = world.run.journal.rows.length;
    const { error } = await answer({ text: "Rome" }, "m3");
    expect(error?.message).toContain("found one that is ACCEPTED");
    expect((await answer({ text: "Oslo" })).error).toBeUndefined();
    expect(world.run.journal.rows.length).toBe(rows);
    expect(given().response).toEqual({ city: "Oslo" });
  });

  it("[N509] of somebody else than the addressee is refused with the reason, and leaves the question open", async () => {
    const { answer, given, world } = await asked(sole, [{ subject: "bob" }]);
    const { error } = await answer({ text: "Oslo" });
    expect(error?.message).toContain('required the subject "bob", found another caller');
    expect(given().status).toBe("PENDING");
    expect(world.run.view().humanInputs).toHaveLength(1);
  });

  it("that declines needs no data", async () => {
    const { answer, given } = await asked(form);
    expect((await answer({ data: { accept: false, reason: "no" } })).error).toBeUndefined();
    expect(given().status).toBe("DECLINED");
  });
});
