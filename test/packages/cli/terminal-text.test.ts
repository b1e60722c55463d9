/** What models, tools and people write, as a terminal is given it. */
import { expect, it } from "vitest";
import { Output, styled } from "../../../packages/planwright/cli/base/output.ts";
import { manyLines, oneLine, shortened, terminalJson } from "../../../packages/planwright/cli/base/terminal-text.ts";

/** Every character of the first plane that a terminal or a reader could be misled by, and one of each kind beyond it. */
const misleading = [
  ...Array.from({ length: 0x1_0000 }, (_, unit) => String.fromCharCode(unit)),
  "\u{e0041}",
  "\ud800",
].filter((character) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(character));

it("[N463] shows each control character, mark of direction and half of a pair as its number, and keeps every other text", () => {
  expect(misleading.length).toBeGreaterThan(2_000);
  for (const character of misleading) {
    const isSpace = /[\t\r\n]/.test(character);
    expect(oneLine(`a${character}b`)).toBe(
      isSpace
        ? "a b"
        : `a${Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}b`,
    );
    expect(JSON.parse(terminalJson({ [character]: [character] }, 2))).toEqual({ [character]: [character] });
    expect(terminalJson({ [character]: character }, 2).replaceAll("\n", "")).not.toMatch(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u,
    );
  }
  const kept = "Grüße, 日本語, 🙂, שלום, <>&\"'";
  expect(oneLine(kept)).toBe(kept);
  expect(manyLines("a\r\nb\tc\rd\n")).toBe("a\nb  c\\u000dd\n");
  expect(shortened(`x\n\u001b[2J${"y".repeat(50)}`, 20)).toBe("x \\u001b[2Jyyyyyyyy…");
});

it("[N463] adds styles after that, and only where there is a terminal", () => {
  const text: string[] = [];
  const stream = { write: (one: string) => text.push(one) };
  new Output(stream, true).line(styled("red", "a\u001b[0m"), "b");
  new Output(stream, false).line(styled("red", "a\u001b[0m"), "b");
  expect(text).toEqual(["\u001b[31ma\\u001b[0m\u001b[39mb\n", "a\\u001b[0mb\n"]);
  const open = new Output(stream, false);
  open.text("begun");
  open.line("next");
  expect(text.slice(2).join("")).toBe("begun\nnext\n");
});
