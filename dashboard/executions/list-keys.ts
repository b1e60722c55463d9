/** Keys of the list: the row that has the focus moves, and actions mean the selected rows, else that row. */

import { announce } from "../parts/announce.tsx";
import { copyText } from "../parts/copy-button.tsx";
import { useKeys } from "../shell/keys.ts";
import { navigate } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import { runBulk } from "./bulk-action.ts";
import { hindrance } from "./bulk-bar.tsx";
import { askToCancel } from "./cancel-dialog.tsx";
import { listed } from "./execution-list.ts";
import { showFreshAndGo } from "./execution-table.tsx";
import { focusedId, meantRows, pick, releaseAll } from "./selection.ts";

export function useListKeys(): void {
  useKeys([
    { keys: "j", label: "Next row", section: "Move", hint: "rows", run: () => move(1) },
    { keys: "k", label: "Previous row", section: "Move", hint: "rows", run: () => move(-1) },
    { keys: "Enter", label: "Open", section: "Move", hint: "open", run: openFocused },
    { keys: "n", label: "Show new executions", section: "Move", run: showNews },
    { keys: "x", label: "Select the row", section: "Act", hint: "select", run: () => pickFocused(false) },
    { keys: "X", label: "Select the rows up to this one", section: "Act", run: () => pickFocused(true) },
    { keys: "Escape", label: "Clear the selection", section: "Act", run: releaseAll },
    { keys: "r", label: "Retry", section: "Act", hint: "retry", run: () => act("RETRY") },
    { keys: "c", label: "Cancel, asks first", section: "Act", hint: "cancel", run: () => act("CANCEL") },
    { keys: "y", label: "Copy the ID", section: "Act", hint: "copy ID", run: copyId },
  ]);
}

function move(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(".runs tbody a.ask")];
  const at = links.findIndex((link) => link.closest("tr")?.dataset.id === focusedId.peek());
  const next = at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by));
  links[next]?.focus();
}

function openFocused(): void {
  const id = focusedId.peek();
  if (id !== null) navigate(executionAddress(id));
}

function pickFocused(isRange: boolean): void {
  const id = focusedId.peek();
  if (id !== null) pick(id, isRange);
}

function showNews(): void {
  if ((listed.peek()?.page.fresh.size ?? 0) > 0) showFreshAndGo();
}

function act(action: "RETRY" | "CANCEL"): void {
  const rows = meantRows();
  if (rows.length === 0) {
    announce("No row is selected");
    return;
  }
  const why = hindrance(action, rows);
  if (why !== null) announce(`Cannot ${action === "RETRY" ? "retry" : "cancel"}: ${why}`);
  else if (action === "RETRY") void runBulk("RETRY", rows);
  else askToCancel(rows);
}

function copyId(): void {
  const rows = meantRows();
  if (rows.length > 0)
    void copyText(rows.map(({ id }) => id).join("\n"), rows.length === 1 ? "execution ID" : "execution IDs");
}
