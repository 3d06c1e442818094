import { expect, describe, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { startFakeConsole } from "../gallery/start-fake-console.ts";
import { sceneFor } from "../gallery/states.ts";

describe.skipIf(noChromium)(`ids${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("of keys and agents are beside their names, and a press copies them", async () => {
    using fake = await startFakeConsole(sceneFor);
    const browser = await launchChromium();
    try {
      const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
      const page = await context.newPage();
      const copied = () => page.evaluate("navigator.clipboard.readText()");
      await page.goto(`${fake.originOf("keys")}/console/keys`);
      const card = page.locator("article", { hasText: "Shop" }).first();
      await card.getByRole("button", { name: "Copy ID key_7f31" }).click();
      await card.getByText("Copied").waitFor();
      expect(await copied()).toBe("key_7f31");
      await card.getByText("Larkfield ·").waitFor();

      await page.goto(`${fake.originOf("agents")}/console/agents/larkfield/versions`);
      await page.getByRole("heading", { name: "Larkfield", level: 1 }).waitFor();
      await page.getByRole("button", { name: "Copy ID larkfield" }).press("Enter");
      await page.getByText("Copied").waitFor();
      expect(await copied()).toBe("larkfield");
    } finally {
      await browser.close();
    }
  });
});
