/** Reads the results that pytest writes as JUnit XML. */
import type { Scenario } from "./suite.ts";

const entities: { readonly [name: string]: string } = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** One scenario for each test; an expected failure counts as skipped, because nothing was shown. */
export function scenariosOfJunit(xml: string): readonly Scenario[] {
  const cases = xml.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g);
  return [...cases].map(([, attributes = "", content = ""]) => {
    const [, kind = "", of = ""] = /<(failure|error|skipped)\b([^>]*)/.exec(content) ?? [];
    const place = attribute(attributes, "classname").replace(/^tests\.(compatibility\.)?/, "");
    return {
      name: `${place}::${attribute(attributes, "name")}`,
      outcome: kind === "" ? "passed" : kind === "skipped" ? "skipped" : "failed",
      detail: attribute(of, "message"),
    };
  });
}

function attribute(text: string, name: string): string {
  const [, value = ""] = new RegExp(`\\b${name}="([^"]*)"`).exec(text) ?? [];
  return value.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, entity: string) => {
    if (!entity.startsWith("#")) return entities[entity] ?? whole;
    const code = entity.startsWith("#x") ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    return String.fromCodePoint(code);
  });
}
