/** Texts, keys and values that nobody who means well would send, each because something somewhere takes it for something else. */
import type { Seeded } from "../../support/engine/seeded.ts";

/** Keys that objects inherit, keys of our own formats, and keys that look like others. */
export const hostileKeys: readonly string[] = [
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__defineGetter__", "valueOf", "then"],
  ...["", " ", "0", "-1", "length", "id", "type", "steps", "$ref", "$id", "$schema", "kind", "tool", "parallel"],
  ...["tооl", "аrguments", "type\u200b", "\u202eepyt", "\u0000", "\ud800", "é", "é", "toJSON", "a.b", "a/b", "~1"],
];

export const hostileTexts: readonly string[] = [
  ...["", " ", "\u0000", "\ud800", "\udc00x", "\ufeff", "\u202e\u2066", "ﷺ".repeat(50), "Ａdmin", "аdmin", "👩‍👩‍👧‍👦"],
  ...[
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "null",
    "undefined",
    "NaN",
    "-0",
    "1e400",
    "[object Object]",
  ],
  ...[
    "$0.output",
    "$1.output.artifact_id",
    "$999.output.x",
    "$$0.output",
    "$0.output.__proto__.x",
    "$0.output[",
    "$-1.output",
  ],
  ...[
    "{{",
    "}}",
    "{{}}",
    "{{a.output}}",
    "{{bindings.x}}",
    "{{input.x}}",
    "{{result.x.y}}",
    "{{ a['b\\'] }}",
    "{{{{a}}}}",
  ],
  ...["${x}", "${", "${__proto__}", "\\{{x}}", "{{a[0][1][-1]}}", "{{steps.constructor.output.name}}"],
  ...[
    "(a+)+$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(?:a|a)*b",
    "[",
    "(?<n>a)\\k<n>",
    "\\p{L}+",
    "(a*)*(b*)*c",
    "^(a?){30}a{30}$",
  ],
  ...[
    "https://example.com/x",
    "http://169.254.169.254/",
    "file:///etc/hosts",
    "javascript:alert(1)",
    "https://[::1]/",
    "//x",
    "https://a@b:99999/",
  ],
  ...[
    "../../../../x",
    "%00",
    "%E0%A4%A",
    "\r\nSet-Cookie: a=b",
    "<script>alert(1)</script>",
    "'; DROP TABLE x;--",
    "\\",
    '"',
    "`",
  ],
  ...["2026-02-30T25:61:61Z", "9999-12-31T23:59:59.999Z", "2026-01-31T09:30:00.000Z", "-271821-04-20T00:00:00Z"],
];

export const hostileNumbers: readonly number[] = [
  ...[0, -0, 1, -1, 0.1, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 2 ** 53 - 1, 1e21, 1e-7, 5e-324],
  ...[Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 255, 256, 1_000_001, 64, 65, 100, 101],
];

/** A text: mostly short, seldom so long that whoever copies it too often is seen. */
export function hostileText(random: Seeded): string {
  if (random.chance(0.05))
    return random.pick(["x", "a", "é", "{{a.output}}", "(", "\ud800", "ａ"]).repeat(random.between(100, 6_000));
  if (random.chance(0.2)) return random.pick(hostileTexts) + random.pick(hostileTexts);
  return random.pick(hostileTexts);
}

/** A value of any kind, `levels` deep at most. */
export function hostileValue(random: Seeded, levels = 2): unknown {
  const kind = random.weighted({
    text: 5,
    number: 4,
    constant: 3,
    list: levels > 0 ? 2 : 0,
    object: levels > 0 ? 2 : 0,
  });
  switch (kind) {
    case "text":
      return hostileText(random);
    case "number":
      return random.pick(hostileNumbers);
    case "constant":
      return random.pick([null, true, false, [], {}]);
    case "list":
      return Array.from({ length: random.between(0, 4) }, () => hostileValue(random, levels - 1));
    case "object":
      return Object.fromEntries(
        Array.from({ length: random.between(0, 4) }, () => [
          random.pick(hostileKeys),
          hostileValue(random, levels - 1),
        ]),
      );
  }
}

/** A value below `levels` arrays or objects. */
export function nested(value: unknown, levels: number, random: Seeded): unknown {
  const key = random.chance(0.5) ? null : random.pick(["a", "steps", "properties", "not", "items", "__proto__"]);
  let whole = value;
  for (let level = 0; level < levels; level++) whole = key === null ? [whole] : Object.fromEntries([[key, whole]]);
  return whole;
}
