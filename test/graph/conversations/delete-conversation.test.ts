import { beforeEach, describe, expect, it } from "vitest";
import { conversationName } from "../../../src/json/object-name.ts";
import { exampleManifest } from "../../support/catalog/example-manifest.ts";
import { ask, data } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { hello, sentMessage } from "../../support/graph/sent-message.ts";

let world: FakeClients;
let id: string;
const name = conversationName("default", "chat_abc123");

beforeEach(async () => {
  world = new FakeClients();
  world.giveManifest(exampleManifest());
  await sentMessage(world, hello);
  ({ id } = (await data(world, '{ conversation(by: { chatId: "chat_abc123" }) { id } }')).conversation);
  world.conversations.change(name, { status: "IDLE" });
});

const mutation = /* GraphQL */ `
  mutation ($input: DeleteConversationInput!) {
    deleteConversation(input: $input) { deletedId errors { code path } }
  }
`;

async function deleteConversation(conversationId: string, tenant = "default") {
  const answer = await data(world, mutation, { variables: { input: { conversationId } }, caller: { tenant } });
  return answer.deleteConversation;
}

describe("deleteConversation", () => {
  it("[N55] deletes a conversation with its messages, and is no error when it is repeated", async () => {
    expect(await deleteConversation(id)).toEqual({ deletedId: id, errors: [] });
    const query = `query ($id: ID!) { node(id: $id) { id } conversation(by: { chatId: "chat_abc123" }) { id } conversations(first: 5) { nodes { id } } }`;
    const left = await data(world, query, { variables: { id } });
    expect(left).toEqual({ node: null, conversation: null, conversations: { nodes: [] } });
    expect(await deleteConversation(id)).toEqual({ deletedId: id, errors: [] });
  });

  it("[N55] refuses one in which an execution runs, and finds none that is not of the caller", async () => {
    world.conversations.change(name, { status: "RUNNING" });
    const path = ["input", "conversationId"];
    expect(await deleteConversation(id)).toEqual({ deletedId: null, errors: [{ code: "CONVERSATION_BUSY", path }] });
    for (const answer of [await deleteConversation("forged"), await deleteConversation(id, "stranger")]) {
      expect(answer).toEqual({ deletedId: null, errors: [{ code: "NOT_FOUND", path }] });
    }
  });

  it("[N55] needs the scope that deleting an execution needs", async () => {
    const caller = { scopes: ["EXECUTION_READ", "EXECUTION_START"] } as const;
    const { errors } = await ask(world, mutation, { variables: { input: { conversationId: id } }, caller });
    expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    expect(world.calls).not.toContain("conversations.delete");
  });
});
