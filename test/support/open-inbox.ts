import { fileURLToPath } from "node:url";
import { createConsoleFiles } from "@servicechat/server";
import type { BrowserContext, Page } from "playwright-core";
import { buildIfStale } from "../../scripts/build.ts";
import { openBrowser, type TestBrowser } from "./browser.ts";
import { startHandoff } from "./handoff.ts";
import type { TestConsole } from "./start-console.ts";
import type { StartOptions } from "./start-service.ts";
import { visitConsole } from "./visit-console.ts";

const dist = fileURLToPath(new URL("../../packages/console/dist", import.meta.url));

/** The service with the built console, and a browser in which people sign in. */
export interface Inbox extends AsyncDisposable {
  readonly console: TestConsole;
  readonly browser: TestBrowser;
  /** A page of the console as seen by somebody who is signed in under this name; `context`: in a separate browser. */
  open(path: string, person: { readonly name: string; readonly context?: BrowserContext }): Promise<Page>;
}

/** Starts everything; the agent hands over. */
export async function openInbox(options: StartOptions = {}): Promise<Inbox> {
  await buildIfStale({ only: ["console"] });
  const service = await startHandoff(1, { consoleFiles: createConsoleFiles(dist), ...options });
  const browser = await openBrowser({ service, sites: {} });
  return {
    console: service,
    browser,
    open: (path, { name, context = browser.context }) => visitConsole(service, { path, name, context }),
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
