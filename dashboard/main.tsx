/** Starts the dashboard. */
import "./style/tokens.css";
import "./style/base.css";
import "./style/controls.css";
import "./style/shell.css";
import "./style/parts.css";
import { render } from "preact";
import { beginPage } from "./api/early-question.ts";
import { App } from "./app.tsx";
import { askHeadEarly } from "./execution/early-head.ts";
import { startInboxCount } from "./shell/inbox-count.ts";
import { startKeys } from "./shell/keys.ts";
import { place, startNavigation } from "./shell/location.ts";
import { routeOf } from "./shell/route.ts";
import { startTheme } from "./shell/theme.ts";
import { startViewer } from "./shell/viewer.ts";

beginPage();
startTheme();
startNavigation();
startKeys();
const route = routeOf(place.peek());
if (route.view === "EXECUTION") askHeadEarly(route.executionId);
render(<App />, document.body);
startViewer();
startInboxCount();
