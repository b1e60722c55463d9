/**
 * YAML, in a module of its own: only documents in YAML load it. It is imported by name here, because a bundled package in CommonJS gives
 * an import at run time no names.
 */
import { parse } from "yaml";

/** The value of a text in YAML. Throws what is wrong with it. Aliases are bounded, so that a small file cannot become a large value. */
export function parsedYaml(text: string): unknown {
  return parse(text, { maxAliasCount: 100, prettyErrors: true });
}
