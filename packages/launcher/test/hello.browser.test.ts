import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { bubbleOf, chatFrame, setStage } from "./support/stage.ts";
import { untilTrue } from "../../../test/support/until-true.ts";

const hello = "parent.postMessage({ type: 'servicechat:hello' }, '*')";

describe.skipIf(noChromium)(`a hello${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test("from another window gets no port, and takes none from the frame", async () => {
    const page = await stage.show({
      body: `<iframe id="stranger" src="https://chat.example/chat/?parent=https%3A%2F%2Fshop.example"></iframe>`,
    });
    await bubbleOf(page).click();
    const frame = await chatFrame(page);
    const stranger = await (await page.waitForSelector("#stranger")).contentFrame();
    await untilTrue(page, "document.querySelector('#stranger').contentWindow.length === 0");
    await stranger?.evaluate(hello);
    await page.evaluate("postMessage({ type: 'servicechat:hello' }, '*')");

    // The frame's own next hellos are answered, so earlier ones were received and ignored.
    for (const times of [2, 3]) {
      await frame.evaluate(hello);
      await untilTrue(frame, `welcomed.length >= ${times}`);
    }
    expect(await frame.evaluate("welcomed.length")).toBe(3);
    expect(await stranger?.evaluate("welcomed.length")).toBe(0);
  });

  test("from another origin gets neither port nor key, even in the frame's own place", async () => {
    const other = await stage.show({
      head: `<script>
        if (parent !== self) {
          window.heard = [];
          addEventListener("message", ({ data }) => heard.push(data));
          ${hello};
        }
      </script>`,
    });
    const page = await stage.show();
    await bubbleOf(page).click();
    await page.evaluate(`
      addEventListener("message", ({ source, origin }) => {
        if (origin === self.origin) source.postMessage("was heard", "*");
      });`);
    const frame = await chatFrame(page);
    await frame.evaluate(`setTimeout(() => { location.href = ${JSON.stringify(other.url())}; })`);
    const inFrame = () => page.frames().find((each) => each.parentFrame() && each.url() === other.url());
    await expect.poll(() => inFrame()?.evaluate("window.heard")).toEqual(["was heard"]);
  });
});
