/** The fault of simulations in which storage refuses a row. */

/** Thrown in place of an append; nothing was stored. */
export class NotStored extends Error {}

/** Does `task`, which may find that its row is refused; any other error is thrown on. */
export function attempted(task: () => unknown): void {
  try {
    task();
  } catch (error) {
    if (!(error instanceof NotStored)) throw error;
  }
}
