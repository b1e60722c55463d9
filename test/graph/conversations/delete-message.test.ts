import { beforeEach, describe, expect, it } from "vitest";
import { auditTargetId } from "../../../src/graph/audit/audit-target.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import { conversationName } from "../../../src/json/object-name.ts";
import { exampleManifest } from "../../support/catalog/example-manifest.ts";
import { ask, data } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { hello, sentMessage } from "../../support/graph/sent-message.ts";

const name = conversationName("default", "chat_abc123");
const alice: Partial<Caller> = { subject: "alice" };

let world: FakeClients;
let shown: string;
let hidden: string;

beforeEach(async () => {
  world = new FakeClients();
  world.giveManifest(exampleManifest());
  await sentMessage(world, hello, { caller: alice });
  world.conversations.say(name, "the plan is ready", { uiHidden: true });
  [shown = "", hidden = ""] = (await messages()).map(({ id }) => id);
});

interface Message {
  readonly id: string;
  readonly text: string;
  readonly uiHidden: boolean;
}

async function messages(): Promise<readonly Message[]> {
  const query =
    '{ conversation(by: { chatId: "chat_abc123" }) { messages(includeHidden: true) { nodes { id text uiHidden } } } }';
  return (await data(world, query)).conversation.messages.nodes;
}

const mutation = /* GraphQL */ `
  mutation ($input: DeleteMessageInput!) {
    deleteMessage(input: $input) { deletedId errors { code message path } }
  }
`;

async function deleteMessage(messageId: string, caller = alice) {
  return (await data(world, mutation, { variables: { input: { messageId } }, caller })).deleteMessage;
}

describe("deleteMessage", () => {
  it("[N911] deletes the text of a hidden message, also while an execution runs, and is no error when it is repeated", async () => {
    const before = await messages();
    expect(await deleteMessage(hidden)).toEqual({ deletedId: hidden, errors: [] });
    expect(await messages()).toEqual(
      before.map((message) => (message.id === hidden ? { ...message, text: "" } : message)),
    );
    expect(await deleteMessage(hidden)).toEqual({ deletedId: hidden, errors: [] });
  });

  it("[N911] refuses a message that is shown, and says with what it goes", async () => {
    expect((await deleteMessage(shown)).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "messageId"], message: expect.stringContaining("deleteConversation") },
    ]);
    expect((await messages())[0]?.text).toBe(hello.text);
  });

  it("[N911] finds no message for whoever may not delete its conversation, and for the id of something else", async () => {
    world.conversations.change(name, { visibility: "OWN" });
    const scopes = ["EXECUTION_READ", "EXECUTION_CONTROL", "DEBUG_READ"] as const;
    const conversation = (await data(world, '{ conversation(by: { chatId: "chat_abc123" }) { id } }')).conversation.id;
    const none = await world.clients.identity.seal(JSON.stringify(["default", "MESSAGE", name, "9"]));
    for (const [id, caller] of [
      [hidden, { subject: "bob", scopes }],
      [hidden, { tenant: "stranger" }],
      [conversation, alice],
      [none, alice],
      ["forged", alice],
    ] as const)
      expect(await deleteMessage(id, caller)).toMatchObject({
        deletedId: null,
        errors: [{ code: "NOT_FOUND", path: ["input", "messageId"] }],
      });
    expect((await messages())[1]?.text).toBe("the plan is ready");
    expect((await deleteMessage(hidden, { subject: "alice", scopes })).errors).toEqual([]);
  });

  it("[N911] is named in the audit log by the id of the message", async () => {
    const target = { kind: "MESSAGE", name, part: "2" } as const;
    expect(await auditTargetId(target, world.context())).toBe(hidden);
  });

  it("[N911] needs the scope that deleting a conversation needs, and takes no access token", async () => {
    const thing = { kind: "CONVERSATION", conversation: name } as const;
    const grant = { thing, actions: ["READ", "CANCEL", "SEND"], isVouched: true } as const;
    for (const caller of [
      { scopes: ["EXECUTION_READ", "EXECUTION_START", "DEBUG_READ"] },
      { scopes: ["EXECUTION_READ", "EXECUTION_CONTROL"], grant },
    ] as const) {
      const { errors } = await ask(world, mutation, { variables: { input: { messageId: hidden } }, caller });
      expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    }
    expect(world.calls).not.toContain("conversations.deleteMessage");
  });
});
