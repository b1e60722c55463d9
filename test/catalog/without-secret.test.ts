/** A secret that comes back is recognised in the forms in which programs usually write it. */
import { describe, expect, it } from "vitest";
import { withSecretCutOut, withSecretReplaced, withSecretReplacedIn } from "../../src/catalog/without-secret.ts";
import { processorMs } from "../support/engine/processor-time.ts";

const secret = `tok-5up3r/s3cret+va"lue&ü`;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const percent = encodeURIComponent(secret);

const found: readonly (readonly [string, string])[] = [
  ["as it is", secret],
  ["behind its scheme", `Bearer ${secret}`],
  ["as JSON writes it", JSON.stringify(secret)],
  ["as JSON within JSON writes it", JSON.stringify(JSON.stringify(secret))],
  ["as JSON with escaped slashes", JSON.stringify(secret).replaceAll("/", "\\/")],
  ["percent-encoded", percent],
  ["percent-encoded in small letters", percent.replace(/%../g, (byte) => byte.toLowerCase())],
  ["percent-encoded byte by byte", Buffer.from(secret).toString("hex").replace(/../g, "%$&")],
  ["as a field of a form", new URLSearchParams({ token: secret }).toString()],
  ["in base64", base64(secret)],
  ["in base64url", Buffer.from(secret).toString("base64url")],
  ["in base64 with escaped slashes", base64(secret).replaceAll("/", "\\/")],
  ["in base64 behind one byte", base64(`:${secret}`)],
  ["in base64 behind its scheme", base64(`Bearer ${secret}`)],
  ["in base64 between other words", base64(`user-8:${secret}@host`)],
  ["in hexadecimal", Buffer.from(secret).toString("hex")],
  ["in hexadecimal in capitals", Buffer.from(secret).toString("hex").toUpperCase()],
  ["as HTML writes it", secret.replaceAll("&", "&amp;").replaceAll('"', "&quot;")],
];
/** Six neighbouring characters of any form are enough to know it by. */
const tellingParts = (text: string) =>
  Array.from({ length: text.length - 5 }, (_, at) => text.slice(at, at + 6)).filter(
    (part) => !/^[^a-z0-9]*$/i.test(part),
  );

describe("a secret that comes back", () => {
  it.each(found)("[N150] is taken out %s", (_, text) => {
    const clean = withSecretReplaced(`before ${text} after`, secret);
    expect(clean).toMatch(/^before .*\[secret\].* after$/);
    const cores = [secret, percent, base64(secret), Buffer.from(secret).toString("hex")];
    for (const part of cores.flatMap(tellingParts)) expect(clean).not.toContain(part);
    expect(withSecretReplacedIn({ [text]: [text] }, secret)).not.toHaveProperty([text]);
  });

  it("[N150] leaves nothing of its encoding where a message was cut within it", () => {
    for (const text of [percent, base64(secret), Buffer.from(secret).toString("hex")]) {
      expect(withSecretCutOut(`it said ${text.slice(0, 20)}`, secret)).toBe("it said ");
    }
  });

  it("[N816] leaves nothing of its beginning in a quotation that was cut within it", () => {
    const quoted = (text: string) => `found a text that begins with ${JSON.stringify(text)}`;
    expect(withSecretCutOut(quoted(`key ${secret.slice(0, 12)}`), secret)).toBe(quoted("key "));
    expect(withSecretCutOut(quoted(`key ${base64(secret).slice(0, 12)}`), secret)).toBe(quoted("key "));
    expect(withSecretCutOut(quoted("key tok"), secret)).toBe(quoted("key tok"));
  });

  it("[N150] is not found where it was split, reversed or encoded twice, and ordinary words stay", () => {
    const unknown = [
      base64(base64(secret)),
      [...secret].toReversed().join(""),
      `${secret.slice(0, 9)} ${secret.slice(9)}`,
    ];
    for (const text of unknown) expect(withSecretReplaced(text, secret)).toBe(text);
    const words = "dG9r and 746f6b and %22 and &amp; stay, so does tok-5up3r";
    expect(withSecretReplaced(words, secret)).toBe(words);
  });

  it("[N150] is looked for in 4 MB in the time of a request", () => {
    const values = [
      Array.from({ length: 400_000 }, () => "an answer"),
      "t%74746dG9 ".repeat(380_000),
      { a: `${"x".repeat(4_000_000)}${base64(secret)}` },
    ];
    for (const value of values) {
      const began = processorMs();
      withSecretReplacedIn(value, secret);
      expect(processorMs() - began).toBeLessThan(1_000);
    }
  });
});
