import type { Browser, Frame, Page } from "playwright-core";
import type { PostedFeedback } from "@servicechat/contract";
import { buildIfStale } from "../../../scripts/build.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { formActions } from "../gallery/form-actions.ts";
import { plainScene, type Scene } from "../gallery/scene.ts";
import { startFakeService, type FakeOptions, type FakePost } from "./fake-service.ts";

/** The built application in Chromium, with a service whose answers are scripted (fake-answers.ts). */
export interface FakeChat extends AsyncDisposable {
  readonly page: Page;
  readonly frame: Frame;
  readonly posted: readonly FakePost[];
  readonly asked: readonly string[];
  readonly rated: readonly PostedFeedback[];
  /** Changes what the service returns from now on. */
  change(changes: Partial<Scene>): void;
  /** Sends a message, as a visitor would. */
  say(text: string): Promise<void>;
  /** Reloads the page; the visitor returns with the stored session. */
  reload(): Promise<Frame>;
}

/** One for all tests of this process, each in a separate context: starting one takes as long as many a test. */
let browser: Promise<Browser> | undefined;
/** Sources do not change while tests run. */
let built: Promise<void> | undefined;

/**
 * Opens the chat. Disposing it fails if there was an error in the browser, including anything that the content security
 * policy blocked.
 *
 * @param pages responds with other files than the built ones
 */
export async function openFakeChat(
  changes: Partial<Scene> = {},
  { pages }: Pick<FakeOptions, "pages"> = {},
): Promise<FakeChat> {
  await (built ??= buildIfStale({ only: ["chat"] }));
  let scene: Scene = { ...plainScene, actions: formActions, ...changes };
  const service = await startFakeService(() => scene, pages && { pages });
  browser ??= launchChromium();
  const context = await (await browser).newContext({ viewport: { width: 400, height: 640 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // The browser also reports what the service refused on purpose.
    if (message.type() === "error" && !message.text().includes("Failed to load resource"))
      faults.push(message.text());
  });
  await page.goto(service.host);
  const frameOf = async (): Promise<Frame> => {
    const element = await page.waitForSelector("iframe");
    const frame = await element.contentFrame();
    if (!frame) throw new Error("The frame did not load.");
    await frame.waitForSelector(".composer textarea");
    return frame;
  };
  const frame = await frameOf();
  return {
    page,
    frame,
    posted: service.posted,
    asked: service.asked,
    rated: service.rated,
    change: (more) => (scene = { ...scene, ...more }),
    async say(text) {
      await frame.fill(".composer textarea", text);
      await frame.press(".composer textarea", "Enter");
    },
    async reload() {
      await page.reload();
      return frameOf();
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      service.close();
      if (faults.length > 0) throw new Error(`The browser met trouble:\n${faults.join("\n")}`);
    },
  };
}
