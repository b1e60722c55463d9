/**
 * The words of a text as a search compares them: lower case, without accents, names split where they change case or at `_`, `-` and `.`, English
 * plurals as singulars. Scripts that write no spaces give pairs of neighbouring characters. The same text gives the same words everywhere: no
 * dictionary and no locale takes part.
 */

/** UTF-16 code units of the longest word that is compared. */
const longestWord = 40;

const spaceless =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u;
const wordPattern = new RegExp(`(?:${spaceless.source})+|(?:(?!${spaceless.source})[\\p{L}\\p{M}\\p{N}])+`, "gu");
const upperAfterLower = /(\p{Ll}|\p{N})(?=\p{Lu})/gu;
const lastUpperOfSeveral = /(\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const accents = /[\u0300-\u036f]/g;

/** English words that stand in any request and any description, in the form that `stemmed` gives them. */
const common: ReadonlySet<string> = new Set(
  (
    "a all also an and any are as at be been but by can could do doe each for from get give given had have how i if in into is it just let like " +
    "me my no not of on one or our out please should so some such than that the their them then there these thi this those to up use used using " +
    "wa want was we were what when where which who will with would you your"
  ).split(" "),
);

/**
 * The words of `text` in their order, again for each time they stand there.
 *
 * @example
 * ```ts
 * searchTerms("listOpenIssues: Lists the open issues"); // ["list", "open", "issue", "list", "open", "issue"]
 * ```
 */
export function searchTerms(text: string): readonly string[] {
  const spaced = text.replace(upperAfterLower, "$1 ").replace(lastUpperOfSeveral, "$1 ");
  const plain = spaced.normalize("NFKD").replace(accents, "").normalize("NFKC").toLowerCase();
  return (plain.match(wordPattern) ?? []).flatMap((run) => {
    if (spaceless.test(run)) return pairs(run);
    const word = stemmed(run.slice(0, longestWord));
    return common.has(word) ? [] : [word];
  });
}

function pairs(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** The singular of an English plural; other words as they are. */
function stemmed(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is"))
    return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return /(?:s|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
