/** Media types as they can stand in a header (RFC 9110 §8.3.1): type, subtype and parameters. */

const mostCharacters = 200;

const pattern =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[ \t]*;[ \t]*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\x20\x21\x23-\x5b\x5d-\x7e]*"))*$/;

/** Whether a file can be stored and served under it. */
export function isMediaType(text: string): boolean {
  return text.length <= mostCharacters && pattern.test(text);
}
