/** Starts the dashboard. */
import "./style/tokens.css";
import "./style/base.css";
import "./style/controls.css";
import "./style/shell.css";
import "./style/parts.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { startInboxCount } from "./shell/inbox-count.ts";
import { startKeys } from "./shell/keys.ts";
import { startNavigation } from "./shell/location.ts";
import { startTheme } from "./shell/theme.ts";
import { startViewer } from "./shell/viewer.ts";

startTheme();
startNavigation();
startKeys();
render(<App />, document.body);
startViewer();
startInboxCount();
