/**
 * Decodes base64 from callees piece by piece, so that no second string of its size is made.
 */

/** Characters that are decoded at once; a multiple of four. */
const pieceCharacters = 65_536;

/** The bytes of standard base64, with or without its padding. Null for anything else. */
export function decodedBase64(base64: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.ceil((base64.length * 3) / 4));
  let size = 0;
  for (let at = 0; at < base64.length; at += pieceCharacters) {
    const piece = base64.slice(at, at + pieceCharacters);
    // Padding ends a piece for `atob`, wherever it stands in the whole.
    if (at + pieceCharacters < base64.length && piece.endsWith("=")) return null;
    try {
      const decoded = atob(piece);
      for (let index = 0; index < decoded.length; index += 1) bytes[size + index] = decoded.charCodeAt(index);
      size += decoded.length;
    } catch {
      return null;
    }
  }
  return bytes.subarray(0, size);
}
