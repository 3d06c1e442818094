import { fileURLToPath } from "node:url";
import { createConsoleFiles, loadAssets } from "@servicechat/server";
import type { Page } from "playwright-core";
import { openBrowser, type BrowserOptions, type TestBrowser } from "./browser.ts";
import { chatOf as newestChat, chats } from "./handoff.ts";
import { startConsole, type TestConsole } from "./start-console.ts";
import type { StartOptions } from "./start-service.ts";
import { embedTag } from "./start-widget.ts";

/** Somebody at the console who takes part in the newest chat. */
interface Colleague {
  /** The name that visitors see. */
  readonly name: string;
  take(): Promise<void>;
  say(text: string): Promise<void>;
  type(): Promise<void>;
  handBack(): Promise<void>;
}

/** A shop whose agent hands over, with its visitor's browser and the people at the console. */
export interface Talk extends AsyncDisposable {
  readonly service: TestConsole;
  readonly browser: TestBrowser;
  openShop(path?: string, viewport?: { readonly width: number; readonly height: number }): Promise<Page>;
  /** Signs somebody in. */
  colleague(): Promise<Colleague>;
}

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

/** The visitor's browser. */
interface VisitorBrowser extends Partial<Omit<BrowserOptions, "service">> {
  /** Replaces the service with something, such as a proxy in front of it. */
  readonly reach?: (service: BrowserOptions["service"]) => Promise<BrowserOptions["service"]>;
}

/** Starts everything, including the console. */
export async function startTalk(
  start: StartOptions = {},
  { reach, ...browserOptions }: VisitorBrowser = {},
): Promise<Talk> {
  const assets = await loadAssets({
    launcher: `${packages}launcher/dist`,
    chat: `${packages}chat/dist`,
  });
  const service = await startConsole({
    ...start,
    assets,
    consoleFiles: createConsoleFiles(`${packages}console/dist`),
    agent: { handoff: {}, ...start.agent },
  });
  const shop = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><h1>Shop</h1><p><a href="/next">Next page</a>${embedTag(service.key)}`;
  const reached = reach ? await reach(service) : service;
  const sites = { "shop.example": shop };
  const browser = await openBrowser({ service: reached, sites, ...browserOptions });
  browser.context.setDefaultTimeout(60_000);

  async function colleague(): Promise<Colleague> {
    const { cookie, me } = await service.signIn("responder");
    async function does(what: string, body: object = {}): Promise<void> {
      const { id } = await newestChat(service, cookie);
      const answer = await service.ask("POST", `${chats}/${id}/${what}`, { cookie, body });
      if (answer.status >= 400) throw new Error(`${what} was refused: ${answer.text}`);
    }
    return {
      name: me.name,
      take: () => does("take"),
      say: (text) => does("messages", { text }),
      type: () => does("typing"),
      handBack: () => does("hand-back"),
    };
  }

  return {
    service,
    browser,
    colleague,
    openShop: (path = "/", viewport) => browser.visit(`https://shop.example${path}`, viewport),
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
