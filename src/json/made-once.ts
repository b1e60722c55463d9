/** Values that are costly to make and that many isolates never need, such as the shapes of documents. */

/**
 * Returns a function with the result of `make`, which is called once, when the value is first needed.
 *
 * @example
 * ```ts
 * const names = madeOnce(() => ["first", "second"]);
 * names() === names(); // true
 * ```
 */
export function madeOnce<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
