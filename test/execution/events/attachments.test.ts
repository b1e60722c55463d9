import { expect, it } from "vitest";
import { attachmentsIn } from "../../../src/execution/events/attachments.ts";

it("[N9, P19] names images, sounds, resources and links of a result, with their sizes", () => {
  const content = [
    { type: "text", text: "see" },
    { type: "image", data: "AAAA", mimeType: "image/png" },
    { type: "audio", data: "AAA=", mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "ä" } },
    { type: "resource", resource: { uri: "file:///b", blob: "AA==" } },
    { type: "resource_link", uri: "https://example.com/c", name: "c" },
    { type: "constructor" },
    null,
  ];
  expect(attachmentsIn(content)).toEqual([
    { kind: "IMAGE", position: 1, name: "image-1", mediaType: "image/png", byteSize: 3 },
    { kind: "AUDIO", position: 2, name: "audio-2", mediaType: "audio/wav", byteSize: 2 },
    {
      kind: "RESOURCE",
      position: 3,
      name: "file:///a.txt",
      mediaType: "text/plain",
      uri: "file:///a.txt",
      byteSize: 2,
      text: "ä",
    },
    { kind: "RESOURCE", position: 4, name: "file:///b", uri: "file:///b", byteSize: 1 },
    {
      kind: "RESOURCE_LINK",
      position: 5,
      name: "c",
      uri: "https://example.com/c",
    },
  ]);
  expect(attachmentsIn({ text: "", artifacts: [] })).toEqual([]);
});
