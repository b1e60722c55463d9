/**
 * The anchor of a heading, as GitHub makes it, so that a link to a heading works there and in the site. The second heading of the same words
 * gets `-1` behind it, which the builder of the site adds itself.
 *
 * @example
 * ```js
 * slugOf("Tools: `when`, and why"); // "tools-when-and-why"
 * ```
 */
export function slugOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, "")
    .replaceAll(" ", "-");
}
