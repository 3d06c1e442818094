import { expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { transcript } from "../gallery/chats-data.ts";
import { fullScene } from "../gallery/full-scene.ts";
import { says } from "../gallery/scene.ts";
import { startFakeConsole } from "../gallery/start-fake-console.ts";

const priceless = { cost: null, currency: null };

test.skipIf(noChromium).each([
  { unpriced: 1_200, unpricedModels: ["gpt"], shown: ["Cost"], case: "is said where a model had none" },
  { unpriced: 0, unpricedModels: [], shown: [], case: "is not said where no model was asked" },
])(
  `that no price is entered $case${noChromium ? ` (${noChromium})` : ""}`,
  async ({ unpriced, unpricedModels, shown }) => {
    const cost = { ...priceless, unpriced, unpricedModels };
    using fake = await startFakeConsole(() => ({
      ...fullScene,
      "GET chats/{id}": says({ ...transcript, cost }),
    }));
    await using browser = await launchChromium();
    const page = await browser.newPage({ locale: "en-GB" });
    await page.goto(`${fake.originOf("chat")}/console/chats/chat-1`);
    await page.getByText("About this chat").waitFor();
    await page.locator(".entry").first().waitFor();
    const facts = await page.locator("dt").allTextContents();
    expect(facts).toContain("Messages");
    expect(facts.filter((fact) => fact === "Cost")).toEqual(shown);
  },
);
