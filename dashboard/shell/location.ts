/** Where the page is: paths and queries of the History API, as signals. Links of the page itself change it without a load. */
import { type ReadonlySignal, signal } from "@preact/signals";

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const current = signal<Place>(here());

export const place: ReadonlySignal<Place> = current;

let isReturn = false;

/** Whether the present address was reached by the way back or forward of the browser. */
export function hasReturned(): boolean {
  return isReturn;
}

/** Goes to an address of the page, such as `/inbox?status=PENDING`. With `replace` the way back leads past it. */
export function navigate(address: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  isReturn = false;
  const isSamePath = current.peek().path === location.pathname;
  current.value = here();
  if (!isSamePath) scrollTo(0, 0);
}

/** Changes entries of the query in place; null removes one. */
export function setQuery(changes: Readonly<Record<string, string | null>>, options = { replace: true }): void {
  const { path, query } = current.peek();
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  navigate(text === "" ? path : `${path}?${text}`, options);
}

/** Takes over clicks on links within the page. Those with a modifier, a target or a download are the browser's. */
export function startNavigation(): void {
  addEventListener("popstate", () => {
    isReturn = true;
    current.value = here();
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || !isOwn(link.pathname) || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
}

/** Paths that the page answers itself; all else of this origin is the server's. */
function isOwn(path: string): boolean {
  return (
    path === "/" || /^\/(?:executions|compare|conversations|inbox|run|registry|schedules|usage)(?:\/|$)/.test(path)
  );
}

function here(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}
