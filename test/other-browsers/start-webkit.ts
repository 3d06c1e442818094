import { freePort } from "../servers/free-port.ts";
import { chatFrame, type DrivenBrowser, type DriveOptions, type Place } from "./driven-browser.ts";
import { findWebKit } from "./find-other-browsers.ts";
import { pressAt, typed } from "./input-actions.ts";
import { startProgram } from "./start-program.ts";
import { connectWebDriver } from "./webdriver.ts";

/** Why it is not tested; `undefined` if it is. */
export const noWebKit =
  findWebKit() === undefined ? "no WebKitGTK found; install webkit2gtk-driver and xvfb" : undefined;

const cornerOfChat = `const { x, y } = ${chatFrame}.getBoundingClientRect(); return [x, y]`;

/**
 * Starts this machine's WebKitGTK, which has Safari's engine and is driven over HTTP with the W3C's WebDriver.
 *
 * @throws if there is none; check `noWebKit` first
 */
export async function startWebKit({ proxyPort }: DriveOptions): Promise<DrivenBrowser> {
  const programs = findWebKit();
  if (!programs) throw new Error(noWebKit);
  await using stack = new AsyncDisposableStack();
  const screen = stack.use(
    await startProgram(programs.screen, () => ["-displayfd", "1", "-screen", "0", "1280x900x24"]),
  );
  const port = await freePort();
  stack.use(
    await startProgram(programs.driver, () => [`--port=${port}`], {
      DISPLAY: `:${await screen.said(/^\d+$/)}`,
      GDK_BACKEND: "x11",
    }),
  );
  const ask = await connectWebDriver(port);
  const { sessionId, capabilities } = await ask<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>("POST", "/session", {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        "webkitgtk:browserOptions": {
          binary: programs.browser,
          args: ["--automation", `--proxy=http://127.0.0.1:${proxyPort}`],
        },
      },
    },
  });
  const session = `/session/${sessionId}`;
  stack.defer(() => ask("DELETE", session));
  const tell = (path: string, body: object): Promise<void> => ask("POST", `${session}/${path}`, body);
  const evaluate = <Value>(script: string): Promise<Value> =>
    ask("POST", `${session}/execute/sync`, { script, args: [] });
  const goTo = async (place: Place): Promise<void> => {
    await tell("frame", { id: null });
    if (place === "page") return;
    const id = await evaluate<object | null>(`return ${chatFrame}`);
    if (!id) throw new Error("The page has no chat frame.");
    await tell("frame", { id });
  };
  await tell("window/rect", { x: 0, y: 0, width: 1280, height: 840 });
  const kept = stack.move();
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    errors: [], // its driver does not report them
    async visit(url) {
      await goTo("page");
      await tell("url", { url });
    },
    async reload() {
      await goTo("page");
      await tell("refresh", {});
    },
    async run<Value>(place: Place, expression: string) {
      await goTo(place);
      return evaluate<Value>(`return (${expression})`);
    },
    async press(place, x, y) {
      await goTo("page");
      // The driver measures from the corner of the page, even in a frame.
      const [left, top] = place === "page" ? [0, 0] : await evaluate<[number, number]>(cornerOfChat);
      await tell("actions", { actions: pressAt(left + x, top + y) });
    },
    type: (text) => tell("actions", { actions: typed(text) }),
    async picture() {
      await goTo("page");
      return Buffer.from(await ask<string>("GET", `${session}/screenshot`), "base64");
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
