/**
 * The queue between a feed and its one reader: either pages wait for the reader, or the reader waits for a page. It counts buffered bytes;
 * its writer bounds them.
 */

interface Reader<Page> {
  readonly resolve: (step: IteratorResult<Page, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

export class PageQueue<Page> {
  readonly #pages: { readonly page: Page; readonly bytes: number }[] = [];
  #bytes = 0;
  #reader: Reader<Page> | undefined;

  /** Size of the pages that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the reader waits. */
  get isAwaited(): boolean {
    return this.#reader !== undefined;
  }

  /** The oldest page that waits. */
  shift(): Page | undefined {
    const first = this.#pages.shift();
    this.#bytes -= first?.bytes ?? 0;
    return first?.page;
  }

  /** Lets the reader wait. Only one may. */
  wait(): Promise<IteratorResult<Page, undefined>> {
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Page, undefined>>();
    this.#reader = { resolve, reject };
    return promise;
  }

  /** Hands a page of that size to the reader, or keeps it until there is one. */
  push(page: Page, bytes: number): void {
    const reader = this.#released();
    if (reader !== undefined) {
      reader.resolve({ done: false, value: page });
      return;
    }
    this.#pages.push({ page, bytes });
    this.#bytes += bytes;
  }

  /** Ends the wait of a reader: nothing follows. */
  end(): void {
    this.#released()?.resolve({ done: true, value: undefined });
  }

  /** Ends the wait of a reader with an error. False if none waits. */
  fail(error: unknown): boolean {
    const reader = this.#released();
    reader?.reject(error);
    return reader !== undefined;
  }

  /** Forgets the pages that wait. */
  clear(): void {
    this.#pages.length = 0;
    this.#bytes = 0;
  }

  #released(): Reader<Page> | undefined {
    const reader = this.#reader;
    this.#reader = undefined;
    return reader;
  }
}
