import { fileURLToPath } from "node:url";
import { createConsoleFiles } from "@servicechat/server";
import type { BrowserContext, Page } from "playwright-core";
import { buildIfStale } from "../../scripts/build.ts";
import { openBrowser, type TestBrowser } from "./browser.ts";
import { startHandover } from "./hand-over.ts";
import type { TestConsole } from "./start-console.ts";
import type { StartOptions } from "./start-service.ts";
import { visitConsole } from "./visit-console.ts";

const dist = fileURLToPath(new URL("../../packages/console/dist", import.meta.url));

/** The service with the built console, and a browser in which people sign in. */
export interface Inbox extends AsyncDisposable {
  readonly console: TestConsole;
  readonly browser: TestBrowser;
  /** A page of the console as somebody sees it who is signed in by this name; `context`: in a browser of their own. */
  open(path: string, person: { readonly name: string; readonly context?: BrowserContext }): Promise<Page>;
}

/** Starts it all; the agent hands over. */
export async function openInbox(options: StartOptions = {}): Promise<Inbox> {
  await buildIfStale({ only: ["console"] });
  const service = await startHandover(1, { consoleFiles: createConsoleFiles(dist), ...options });
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
