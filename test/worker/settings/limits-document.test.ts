/** The numbers in `docs/security.md` are those of the code. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { requestLimits } from "../../../src/graph/base/request-limits.ts";
import { specs } from "../../../src/worker/settings/setting-specs.ts";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const rows = [...read("docs/security.md").matchAll(/^\| (.+?) \| ([\d,]+)(?: in (\d+) s)? \| (.+?) \|$/gm)].map(
  ([, what = "", limit = "", seconds = null, where = ""]) => ({
    ...{ what, where, seconds: seconds === null ? null : Number(seconds) },
    limit: Number(limit.replaceAll(",", "")),
  }),
);

/** The number that `where` names: the default of a setting, a rate of the platform, or a constant of a file. */
function numberAt(where: string): { readonly limit: number; readonly seconds: number | null } {
  const [, setting] = /^setting `(\w+)`$/.exec(where) ?? [];
  if (setting !== undefined) {
    const spec = Object.entries(specs).find(([name]) => name === setting)?.[1];
    return { limit: Number(spec?.fallback), seconds: null };
  }
  const [, file = "", name = ""] = /^`(\S+)` `(\w+)`$/.exec(where) ?? [];
  if (file === "wrangler.toml") {
    const rate = new RegExp(`name = "${name}"[\\s\\S]*?limit = (\\d+), period = (\\d+)`).exec(read(file));
    return { limit: Number(rate?.[1]), seconds: Number(rate?.[2]) };
  }
  const found = [...read(file).matchAll(new RegExp(`\\b${name}(?: =|:) ([\\d_]+)`, "g"))];
  expect(found, `${name} in ${file}`).toHaveLength(1);
  return { limit: Number(found[0]?.[1]?.replaceAll("_", "")), seconds: null };
}

describe("the table of limits", () => {
  it("is found, and has a line for each limit of a request", () => {
    expect(rows.length).toBeGreaterThan(40);
    const named = rows.map(({ where }) => where);
    for (const name of Object.keys(requestLimits))
      expect(named).toContain(`\`src/graph/base/request-limits.ts\` \`${name}\``);
  });

  it.each(rows)("says what the code says of $what", ({ limit, seconds, where }) => {
    expect(numberAt(where)).toEqual({ limit, seconds });
  });
});
