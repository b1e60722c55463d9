/** The bar at the top, on a phone at the bottom: the current view, waiting questions, whether the page is live. */
import { credential, signOut } from "../api/session.ts";
import { Icon, type IconName } from "../parts/icon.tsx";
import { ConnectionMark } from "./connection-mark.tsx";
import { pendingRequests } from "./inbox-count.ts";
import { showKeySheet } from "./key-sheet.tsx";
import { place } from "./location.ts";
import { type Route, routeOf } from "./route.ts";
import { switchTheme } from "./theme.ts";

interface Entry {
  readonly address: string;
  readonly icon: IconName;
  readonly label: string;
  readonly views: readonly Route["view"][];
}

const entries: readonly Entry[] = [
  { address: "/", icon: "n-list", label: "Executions", views: ["EXECUTIONS", "EXECUTION", "DERIVE", "COMPARE"] },
  { address: "/inbox", icon: "n-inbox", label: "Inbox", views: ["INBOX"] },
  { address: "/conversations", icon: "n-talk", label: "Conversations", views: ["CONVERSATIONS"] },
  { address: "/run", icon: "n-run", label: "Run", views: ["RUN"] },
  { address: "/registry", icon: "n-reg", label: "Registry", views: ["REGISTRY"] },
  { address: "/schedules", icon: "timer", label: "Schedules", views: ["SCHEDULES"] },
  { address: "/usage", icon: "n-use", label: "Usage", views: ["USAGE"] },
];

export function TopBar() {
  const { view } = routeOf(place.value);
  const waiting = pendingRequests.value.size;
  return (
    <header class="top">
      <a class="btn skip" href="#main">
        Skip to content
      </a>
      <a class="brand" href="/">
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <rect width="20" height="20" rx="5" fill="var(--ink)" />
          <path d="M6 6.2h4.2a3.8 3.8 0 0 1 0 7.6H6" fill="none" stroke="var(--ink-inverse)" stroke-width="1.6" />
          <circle cx="6" cy="6.2" r="1.9" fill="var(--ink-inverse)" />
          <circle cx="6" cy="13.8" r="1.9" fill="var(--ink-inverse)" />
        </svg>
        <span class="brand-word">Planwright</span>
      </a>
      <nav class="nav" aria-label="Main">
        {entries.map(({ address, icon, label, views }) => (
          <a key={address} href={address} aria-current={views.includes(view) ? "page" : undefined}>
            <Icon name={icon} />
            {label}
            {label === "Inbox" && waiting > 0 && (
              <span class="count">
                {waiting > 99 ? "99+" : waiting}
                <span class="sr"> waiting</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <div class="top-end">
        <ConnectionMark />
        {credential.value !== null && (
          <button class="btn quiet icon" type="button" aria-label="Sign out" onClick={signOut}>
            <Icon name="lock" />
          </button>
        )}
        <button class="btn quiet icon" type="button" aria-label="Switch between light and dark" onClick={switchTheme}>
          <Icon name="theme" />
        </button>
        <button class="btn quiet icon" type="button" aria-label="Keys" onClick={showKeySheet}>
          <kbd>?</kbd>
        </button>
      </div>
    </header>
  );
}
