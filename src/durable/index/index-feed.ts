/**
 * One feed of an index with its watchers: the list of executions, or the inbox. A pull is answered with a page; a live watcher gets the
 * changes since its last page (see `feed-sockets.ts`).
 */
import type { ChangePosition } from "../../execution/views/execution-view.ts";
import type { Json } from "../../json/json.ts";
import { type FeedNews, FeedSockets } from "../feed/feed-sockets.ts";
import { systemClock } from "../ports/system-clock.ts";

interface PageOfChanges {
  readonly after: ChangePosition;
  readonly cursor: ChangePosition;
  readonly caughtUp: boolean;
}

/** The source of the pages of a feed. */
export interface ChangeSource<Page extends PageOfChanges> {
  /** The changes after a position; null means from now on. */
  page(position: ChangePosition | undefined): Page;
  /** The page of the change that was made last. */
  latest(): Page;
  /** The page without its content. */
  emptied(page: Page): Page;
}

export class IndexFeed<Page extends PageOfChanges> {
  readonly #sockets: FeedSockets;
  readonly #source: ChangeSource<Page>;
  /** Where the last page that was sent to watchers ends. Absent before the first of this instance. */
  #published: ChangePosition | undefined;

  /** `tag` distinguishes its sockets from those of other feeds of the object. */
  constructor(context: DurableObjectState, tag: string, source: ChangeSource<Page>) {
    this.#sockets = new FeedSockets(context, systemClock, tag);
    this.#source = source;
  }

  get isFollowed(): boolean {
    return this.#sockets.count > 0;
  }

  accept(): Response {
    return this.#sockets.accept();
  }

  receive(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#sockets.receive(socket, message, (position) =>
      position === null || isChangePosition(position) ? this.#source.page(position ?? undefined) : undefined,
    );
  }

  /** Notifies watchers of the rows that were just stored. */
  publish(): void {
    if (this.#sockets.count === 0) this.#published = undefined;
    else this.#sockets.publish(this.#news);
  }

  readonly #news: FeedNews<Page> = {
    // A fresh instance reports the latest change only. Watchers that miss others pull them.
    page: () => {
      const page = this.#published === undefined ? this.#source.latest() : this.#source.page(this.#published);
      this.#published = page.cursor;
      return page;
    },
    pull: (page) => ({ ...this.#source.emptied(page), cursor: page.after, caughtUp: false }),
  };
}

function isChangePosition(position: Json): position is Json & ChangePosition {
  const { change, epoch } = position as unknown as Partial<ChangePosition>;
  return typeof epoch === "string" && typeof change === "number" && Number.isSafeInteger(change) && change >= 0;
}
