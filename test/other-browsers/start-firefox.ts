import { connectBidi } from "./bidi.ts";
import { chatFrame, type DrivenBrowser, type DriveOptions, type Place } from "./driven-browser.ts";
import { findFirefox } from "./find-other-browsers.ts";
import { pressAt, typed } from "./input-actions.ts";
import { startProgram } from "./start-program.ts";

/** Why it is not tested; `undefined` if it is. */
export const noFirefox =
  findFirefox() === undefined ? "no Firefox found; install it or set FIREFOX_PATH" : undefined;

/** With an initial page, it gives the focus to the page. Otherwise its address bar always has it. */
const emptyPage = "data:,";

interface BrowsingContext {
  readonly context: string;
  readonly url: string;
  readonly children: readonly BrowsingContext[];
}

type Evaluated =
  | { readonly type: "success"; readonly result: { readonly value?: string } }
  | { readonly type: "exception"; readonly exceptionDetails: { readonly text: string } };

/**
 * Starts this machine's Firefox, which supports WebDriver BiDi natively.
 *
 * @throws if there is none; check `noFirefox` first
 */
export async function startFirefox({ proxyPort }: DriveOptions): Promise<DrivenBrowser> {
  await using stack = new AsyncDisposableStack();
  const program = stack.use(
    await startProgram(findFirefox() ?? "", (home) => [
      "--headless",
      "--no-remote",
      "--profile",
      home,
      "--remote-debugging-port=0",
      emptyPage,
    ]),
  );
  const errors: string[] = [];
  const bidi = stack.use(
    await connectBidi(`${await program.said(/listening on (ws:\S+)/)}/session`, (_method, entry) => {
      const { level, text } = entry as { readonly level: string; readonly text: string };
      if (level === "error") errors.push(text);
    }),
  );
  const proxy = `127.0.0.1:${proxyPort}`;
  const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>("session.new", {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        proxy: { proxyType: "manual", httpProxy: proxy, sslProxy: proxy },
      },
    },
  });
  await bidi.send("session.subscribe", { events: ["log.entryAdded"] });
  const tree = async () => {
    const { contexts } = await bidi.send<{ contexts: BrowsingContext[] }>("browsingContext.getTree", {});
    if (!contexts[0]) throw new Error("A browser that was started has a window.");
    return contexts[0];
  };
  const { context: page } = await tree();
  await bidi.send("browsingContext.setViewport", { context: page, viewport: { width: 1280, height: 800 } });
  const contextOf = async (place: Place): Promise<string> => {
    if (place === "page") return page;
    const chat = (await tree()).children.find(({ url }) => url.startsWith("https://chat.example/chat/"));
    if (!chat) throw new Error("The page has no chat frame.");
    return chat.context;
  };
  const act = async (place: Place, actions: readonly object[]): Promise<void> => {
    await bidi.send("input.performActions", { context: await contextOf(place), actions });
  };
  const run = async <Value>(place: Place, expression: string): Promise<Value> => {
    const answer = await bidi.send<Evaluated>("script.evaluate", {
      target: { context: await contextOf(place) },
      expression: `JSON.stringify([${expression}])`,
      awaitPromise: false,
    });
    if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
    return (JSON.parse(answer.result.value ?? "[]") as [Value])[0];
  };
  const kept = stack.move();
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    errors,
    async visit(url) {
      await bidi.send("browsingContext.navigate", { context: page, url, wait: "complete" });
    },
    async reload() {
      await bidi.send("browsingContext.reload", { context: page, wait: "complete" });
    },
    run,
    press: (place, x, y) => act(place, pressAt(x, y)),
    async type(text) {
      const isInChat = await run<boolean>("page", `document.chatRoot?.activeElement === ${chatFrame}`);
      await act(isInChat ? "chat" : "page", typed(text));
    },
    async picture() {
      const { data } = await bidi.send<{ data: string }>("browsingContext.captureScreenshot", {
        context: page,
      });
      return Buffer.from(data, "base64");
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
