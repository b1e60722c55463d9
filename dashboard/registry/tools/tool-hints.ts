/** The hints on its effects that a tool gives of itself. */

export interface Annotations {
  readonly readOnly: boolean | null;
  readonly destructive: boolean | null;
  readonly idempotent: boolean | null;
  readonly openWorld: boolean | null;
}

/** As words: `idempotent, open world`. */
export function statedHints({ destructive, idempotent, openWorld, readOnly }: Annotations): string {
  const words = [
    readOnly === true && "read only",
    readOnly === false && "writes",
    destructive === true && "destructive",
    destructive === false && "destroys nothing",
    idempotent === true && "idempotent",
    idempotent === false && "not idempotent",
    openWorld === true && "open world",
    openWorld === false && "closed world",
  ].filter((word) => word !== false);
  return words.length === 0 ? "nothing" : words.join(", ");
}
