import { describe, expect, it } from "vitest";
import { addressSentence, refusalWords } from "../../../dashboard/parts/address-words.ts";

const to = (more: { subject?: string; group?: string; scope?: string }) => ({
  subject: null,
  group: null,
  scope: null,
  ...more,
});

describe("the address of a question", () => {
  it("[N513] is a sentence about who may answer, and why the viewer may not", () => {
    const everybody = { addressees: [], fourEyes: false, refusal: null };
    expect([addressSentence(everybody), refusalWords(everybody)]).toEqual([null, null]);
    const facts = {
      addressees: [to({ subject: "mira" }), to({ group: "finance" }), to({ scope: "REGISTRY_WRITE" })],
      fourEyes: true,
      refusal: "NOT_ADDRESSED",
    };
    expect(addressSentence(facts)).toBe(
      "Addressed to mira, the group finance or callers with the scope REGISTRY_WRITE. Who started the execution may not answer.",
    );
    expect(refusalWords(facts)).toContain("This is for mira, the group finance or");
    expect(refusalWords({ ...facts, refusal: "FOUR_EYES" })).toContain("somebody else has to answer");
    expect(refusalWords({ ...everybody, refusal: "NEWER" })).toBe("You may read this and not answer it");
    expect(addressSentence({ ...everybody, addressees: [to({ group: "a\u202eb" })] })).not.toContain("\u202e");
  });
});
