/** One browser for all files of the project: a start takes seconds. Each test opens pages with cookies and storage of their own. */
import type { TestProject } from "vitest/node";
import { launchBrowserServer } from "../support/deployed/browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address at which the browser takes connections. */
    readonly browserAddress: string;
  }
}

export default async function startBrowser(project: TestProject): Promise<() => Promise<void>> {
  const browser = await launchBrowserServer();
  project.provide("browserAddress", browser.wsEndpoint());
  return () => browser.close();
}
