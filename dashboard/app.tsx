/** The frame of the page, and the view that its address means. Every view but the first is loaded when it is asked for. */
import type { ComponentChildren, FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { ExecutionsPage } from "./executions/executions-page.tsx";
import { Announcements } from "./parts/announce.tsx";
import { PartMissing, useLoadedPart } from "./parts/loaded-part.tsx";
import { Sprite } from "./parts/sprite.tsx";
import { useFocusOnArrival, usePageTitle } from "./shell/arrival.ts";
import { KeyLine, KeySheet, showKeySheet } from "./shell/key-sheet.tsx";
import { useKeys } from "./shell/keys.ts";
import { place } from "./shell/location.ts";
import { type Route, routeOf, titleOf } from "./shell/route.ts";
import { SignIn } from "./shell/sign-in.tsx";
import { TopBar } from "./shell/top-bar.tsx";

/** A view gets its own part of the route. */
type View<Name extends Route["view"]> = FunctionComponent<{ readonly route: Extract<Route, { view: Name }> }>;

const lazy = {
  EXECUTION: () => import("./execution/execution-page.tsx").then(({ ExecutionPage }) => ExecutionPage),
  DERIVE: () => import("./derive/derive-page.tsx").then(({ DerivePage }) => DerivePage),
  COMPARE: () => import("./compare/compare-page.tsx").then(({ ComparePage }) => ComparePage),
  INBOX: () => import("./inbox/inbox-page.tsx").then(({ InboxPage }) => InboxPage),
  CONVERSATIONS: () =>
    import("./conversations/conversations-page.tsx").then(({ ConversationsPage }) => ConversationsPage),
  RUN: () => import("./run/run-page.tsx").then(({ RunPage }) => RunPage),
  REGISTRY: () => import("./registry/registry-page.tsx").then(({ RegistryPage }) => RegistryPage),
  SCHEDULES: () => import("./schedules/schedules-page.tsx").then(({ SchedulesPage }) => SchedulesPage),
  USAGE: () => import("./usage/usage-page.tsx").then(({ UsagePage }) => UsagePage),
} satisfies { readonly [Name in Exclude<Route["view"], "EXECUTIONS" | "UNKNOWN">]: () => Promise<View<Name>> };

export function App() {
  const route = routeOf(place.value);
  const title = titleOf(route);
  const shown = "executionId" in route ? `${route.view} ${route.executionId}` : route.view;
  usePageTitle(title, shown);
  useFocusOnArrival(shown);
  useKeys([{ keys: "?", label: "This sheet", section: "Watch", run: showKeySheet }]);
  useEffect(() => {
    document.body.classList.toggle("exec", route.view === "EXECUTION");
  }, [route.view]);
  return (
    <>
      <Sprite />
      <TopBar />
      <main id="main" tabIndex={-1} aria-label={title}>
        <Shown route={route} />
      </main>
      <KeyLine />
      <KeySheet />
      <SignIn />
      <Announcements />
    </>
  );
}

function Shown({ route }: { readonly route: Route }) {
  switch (route.view) {
    case "EXECUTIONS":
      return <ExecutionsPage />;
    case "UNKNOWN":
      return (
        <Page>
          <h1>Nothing here</h1>
          <p>No view has this address.</p>
          <a class="btn" href="/">
            All executions
          </a>
        </Page>
      );
    default:
      return <Lazy key={route.view} route={route} />;
  }
}

function Lazy({ route }: { readonly route: Exclude<Route, { view: "EXECUTIONS" | "UNKNOWN" }> }) {
  const { view } = route;
  const loaded = useLoadedPart(view, () => lazy[view]() as Promise<FunctionComponent<{ readonly route: Route }>>);
  if (loaded.kind === "LOADING") return null;
  if (loaded.kind === "MISSING") {
    return (
      <Page>
        <PartMissing again={loaded.again} />
      </Page>
    );
  }
  return <loaded.part route={route} />;
}

function Page({ children }: { readonly children: ComponentChildren }) {
  return <div class="page">{children}</div>;
}
