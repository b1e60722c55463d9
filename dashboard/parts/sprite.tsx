/** The sprite that `Icon` draws from: a shape of its own for each status, so that none depends on its colour alone. */

export function Sprite() {
  return (
    <svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <symbol id="pending" viewBox="0 0 16 16">
          <circle cx="8" cy="8" r="5.75" stroke-dasharray="2.2 2.3" />
        </symbol>
        <symbol id="running" viewBox="0 0 16 16">
          <circle cx="8" cy="8" r="5.5" stroke-width="2" opacity=".28" />
          <path d="M8 2.5A5.5 5.5 0 0 1 13.5 8" stroke-width="2" />
        </symbol>
        <symbol id="waiting" viewBox="0 0 16 16">
          <rect x="2" y="2" width="12" height="12" rx="3.5" fill="currentColor" stroke="none" />
          <path d="M6.3 5.6v4.8M9.7 5.6v4.8" stroke="var(--surface)" stroke-width="1.7" />
        </symbol>
        <symbol id="succeeded" viewBox="0 0 16 16">
          <circle cx="8" cy="8" r="6.5" fill="currentColor" stroke="none" />
          <path d="M5.2 8.3l1.9 1.9 3.8-4.2" stroke="var(--surface)" stroke-width="1.7" />
        </symbol>
        <symbol id="partial" viewBox="0 0 16 16">
          <circle cx="8" cy="8" r="5.75" />
          <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" stroke="none" />
        </symbol>
        <symbol id="failed" viewBox="0 0 16 16">
          <path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z" fill="currentColor" stroke="none" />
          <path d="M5.9 5.9l4.2 4.2M10.1 5.9l-4.2 4.2" stroke="var(--surface)" stroke-width="1.7" />
        </symbol>
        <symbol id="skipped" viewBox="0 0 16 16">
          <circle cx="8" cy="8" r="5.75" />
          <path d="M5.7 5.8L7.9 8l-2.2 2.2M8.6 5.8L10.8 8l-2.2 2.2" />
        </symbol>
        <symbol id="cancelled" viewBox="0 0 16 16">
          <circle cx="8" cy="8" r="5.75" />
          <path d="M4.1 11.9l7.8-7.8" />
        </symbol>
        <symbol id="backoff" viewBox="0 0 16 16">
          <path d="M13.4 7A5.5 5.5 0 1 0 13 10.3M13.6 3.2V7H9.8" />
          <path d="M8 5.4V8.2l1.7 1" />
        </symbol>
        <symbol id="tool" viewBox="0 0 16 16">
          <path d="M9.8 2.3a3.6 3.6 0 0 0-3.3 5L2.4 11.4a1.55 1.55 0 0 0 2.2 2.2l4.1-4.1a3.6 3.6 0 0 0 4.8-4.3L11.4 7.3 9 7l-.3-2.4 2.1-2.1a3.6 3.6 0 0 0-1-.2z" />
        </symbol>
        <symbol id="agent" viewBox="0 0 16 16">
          <path d="M8 1.8l1.5 4.7L14.2 8l-4.7 1.5L8 14.2l-1.5-4.7L1.8 8l4.7-1.5z" />
        </symbol>
        <symbol id="workflow" viewBox="0 0 16 16">
          <rect x="1.75" y="2.25" width="5" height="4" rx="1" />
          <rect x="9.25" y="9.75" width="5" height="4" rx="1" />
          <path d="M4.25 6.25v3.5a2 2 0 0 0 2 2h3" />
        </symbol>
        <symbol id="group" viewBox="0 0 16 16">
          <path d="M2.5 4h11M2.5 8h11M2.5 12h11" />
        </symbol>
        <symbol id="person" viewBox="0 0 16 16">
          <circle cx="8" cy="5.2" r="2.7" />
          <path d="M2.8 13.7a5.2 5.2 0 0 1 10.4 0" />
        </symbol>
        <symbol id="timer" viewBox="0 0 16 16">
          <circle cx="8" cy="8" r="5.75" />
          <path d="M8 4.8V8l2.2 1.4" />
        </symbol>
        <symbol id="remote" viewBox="0 0 16 16">
          <path d="M4.5 12.5a3 3 0 0 1-.3-6 4 4 0 0 1 7.7.9 2.6 2.6 0 0 1-.4 5.1z" />
        </symbol>
        <symbol id="model" viewBox="0 0 16 16">
          <rect x="3.25" y="3.25" width="9.5" height="9.5" rx="2" />
          <path d="M6 1.5v1.75M10 1.5v1.75M6 12.75v1.75M10 12.75v1.75M1.5 6h1.75M1.5 10h1.75M12.75 6h1.75M12.75 10h1.75" />
        </symbol>
        <symbol id="binding" viewBox="0 0 16 16">
          <path d="M2.2 7.4V3a.8.8 0 0 1 .8-.8h4.4l6.2 6.2a1 1 0 0 1 0 1.4l-3.8 3.8a1 1 0 0 1-1.4 0z" />
          <path d="M5.4 5.4h.01" />
        </symbol>
        <symbol id="search" viewBox="0 0 16 16">
          <circle cx="7" cy="7" r="4.5" />
          <path d="M10.4 10.4l3.3 3.3" />
        </symbol>
        <symbol id="theme" viewBox="0 0 16 16">
          <circle cx="8" cy="8" r="5.75" />
          <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" stroke="none" />
        </symbol>
        <symbol id="copy" viewBox="0 0 16 16">
          <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
          <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
        </symbol>
        <symbol id="down" viewBox="0 0 16 16">
          <path d="M4 6l4 4 4-4" />
        </symbol>
        <symbol id="right" viewBox="0 0 16 16">
          <path d="M6 4l4 4-4 4" />
        </symbol>
        <symbol id="up" viewBox="0 0 16 16">
          <path d="M8 13V3M3.5 7.5L8 3l4.5 4.5" />
        </symbol>
        <symbol id="close" viewBox="0 0 16 16">
          <path d="M4 4l8 8M12 4l-8 8" />
        </symbol>
        <symbol id="warn" viewBox="0 0 16 16">
          <path d="M8 2l6.3 11.3H1.7z" />
          <path d="M8 6.4v3.1M8 11.4v.01" />
        </symbol>
        <symbol id="lock" viewBox="0 0 16 16">
          <rect x="3" y="7" width="10" height="6.75" rx="1.5" />
          <path d="M5.2 7V5.2a2.8 2.8 0 0 1 5.6 0V7" />
        </symbol>
        <symbol id="play" viewBox="0 0 16 16">
          <path d="M5 3.2l7.6 4.8L5 12.8z" fill="currentColor" />
        </symbol>
        <symbol id="pause" viewBox="0 0 16 16">
          <path d="M5.5 3.5v9M10.5 3.5v9" stroke-width="2" />
        </symbol>
        <symbol id="fork" viewBox="0 0 16 16">
          <circle cx="4.5" cy="3.5" r="1.75" />
          <circle cx="11.5" cy="3.5" r="1.75" />
          <circle cx="8" cy="12.5" r="1.75" />
          <path d="M4.5 5.25c0 3 3.5 2 3.5 5.5 0-3.5 3.5-2.5 3.5-5.5" />
        </symbol>
        <symbol id="retry" viewBox="0 0 16 16">
          <path d="M13.4 7A5.5 5.5 0 1 0 13 10.3M13.6 3.2V7H9.8" />
        </symbol>
        <symbol id="key" viewBox="0 0 16 16">
          <circle cx="5" cy="11" r="2.75" />
          <path d="M7 9l6-6M10.5 5.5l2 2" />
        </symbol>
        <symbol id="eye" viewBox="0 0 16 16">
          <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z" />
          <circle cx="8" cy="8" r="1.75" />
        </symbol>
        <symbol id="follow" viewBox="0 0 16 16">
          <circle cx="3.5" cy="12.5" r="1.75" />
          <circle cx="12.5" cy="3.5" r="1.75" />
          <path d="M5.25 12.5h4.25a2.25 2.25 0 000-4.5h-3a2.25 2.25 0 010-4.5h4.25" />
        </symbol>
        <symbol id="download" viewBox="0 0 16 16">
          <path d="M8 2.5v7.5M4.75 7L8 10.25 11.25 7M3 13.5h10" />
        </symbol>
        <symbol id="n-list" viewBox="0 0 16 16">
          <path d="M2.5 4h7M2.5 8h11M2.5 12h5" />
        </symbol>
        <symbol id="n-talk" viewBox="0 0 16 16">
          <path d="M3.5 3h9A1.5 1.5 0 0 1 14 4.5v5A1.5 1.5 0 0 1 12.5 11H7.5L4.5 13.5V11h-1A1.5 1.5 0 0 1 2 9.5v-5A1.5 1.5 0 0 1 3.5 3z" />
        </symbol>
        <symbol id="n-inbox" viewBox="0 0 16 16">
          <path d="M2 9l2-5.5h8L14 9v3.5a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z" />
          <path d="M2 9h3.5c0 1.4 1 2.3 2.5 2.3s2.5-.9 2.5-2.3H14" />
        </symbol>
        <symbol id="n-run" viewBox="0 0 16 16">
          <path d="M5 3.2l7.6 4.8L5 12.8z" />
        </symbol>
        <symbol id="n-reg" viewBox="0 0 16 16">
          <rect x="2.5" y="2.5" width="4.5" height="4.5" rx="1" />
          <rect x="9" y="2.5" width="4.5" height="4.5" rx="1" />
          <rect x="2.5" y="9" width="4.5" height="4.5" rx="1" />
          <rect x="9" y="9" width="4.5" height="4.5" rx="1" />
        </symbol>
        <symbol id="n-use" viewBox="0 0 16 16">
          <path d="M3 13V9M8 13V3M13 13V6" stroke-width="2" />
        </symbol>
      </defs>
    </svg>
  );
}
