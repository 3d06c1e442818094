import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

describe.skipIf(noChromium)(`a mailed link${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is announced to those who do not see the question, until it is answered", async () => {
    await using chat = await openFakeChat({ handoff: { button: true, open: true } });
    const { frame, page } = chat;
    await page.evaluate(`port.postMessage({ type: "link", link: "A".repeat(43) })`);
    const told = frame.getByRole("status").filter({ hasText: "You have a reply in your chat" });
    await told.waitFor({ state: "attached" });
    await frame.locator(".mailed-link").getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => told.count()).toBe(0);
  });
});
