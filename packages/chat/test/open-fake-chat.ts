import { chromium, type Frame, type Page } from "playwright-core";
import type { PostedFeedback } from "@servicechat/contract";
import { buildIfStale } from "../../../scripts/build.ts";
import { findChromium } from "../../../test/support/find-chromium.ts";
import { startFakeService, type FakePost, type Scene } from "./fake-service.ts";
import { formActions } from "./form-actions.ts";

/** The built application in front of a service whose answers are scripted (fake-answers.ts), in Chromium. */
export interface FakeChat extends AsyncDisposable {
  readonly page: Page;
  readonly frame: Frame;
  readonly posted: readonly FakePost[];
  readonly asked: readonly string[];
  readonly rated: readonly PostedFeedback[];
  /** Changes what the service shows and how it answers from now on. */
  change(changes: Partial<Scene>): void;
  /** Says something, as a visitor would. */
  say(text: string): Promise<void>;
  /** Loads the page anew; the visitor comes back with the session that was kept. */
  reload(): Promise<Frame>;
}

const plain: Scene = {
  config: {
    agent: { name: "Acme Support", welcomeMessage: "Hi!" },
    branding: {
      primaryColor: "#0f766e",
      logo: null,
      position: "bottom-right",
      attribution: true,
      style: "windowed",
    },
    features: { actions: true, askUserQuestion: true },
  },
  actions: formActions,
  starters: [],
  history: [],
  theme: "light",
};

/** Opens the chat. Ending it fails when the browser met an error: what the content security policy refused is one. */
export async function openFakeChat(changes: Partial<Scene> = {}): Promise<FakeChat> {
  await buildIfStale({ only: ["chat"] });
  let scene: Scene = { ...plain, ...changes };
  const service = await startFakeService(() => scene);
  const browser = await chromium.launch({
    executablePath: findChromium() ?? "",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
    ],
  });
  const page = await browser.newPage({ viewport: { width: 400, height: 640 } });
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // What the service refused on purpose, the browser reports too.
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
      await browser.close();
      service.close();
      if (faults.length > 0) throw new Error(`The browser met trouble:\n${faults.join("\n")}`);
    },
  };
}
