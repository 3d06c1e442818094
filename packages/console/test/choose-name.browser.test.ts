import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { owner } from "../gallery/full-scene.ts";
import { says, type Scene } from "../gallery/scene.ts";
import { startFakeConsole } from "../gallery/start-fake-console.ts";
import { sceneFor } from "../gallery/states.ts";

const asked = "What should visitors call you?";
const fresh = { ...owner, named: false, password: false, passkeys: 0 };

async function open(scene: Scene, path = "#link=good") {
  const sent: unknown[] = [];
  const fake = await startFakeConsole(() => ({
    ...sceneFor("home"),
    "PUT me/display-name": ({ body }) => {
      sent.push(body);
      return says(undefined, 204);
    },
    ...scene,
  }));
  const browser = await launchChromium();
  const page = await browser.newPage({ locale: "en-GB" });
  await page.goto(`${fake.originOf("home")}/console/${path}`);
  return {
    page,
    sent,
    heading: (name: string) => page.getByRole("heading", { name, exact: true }),
    async [Symbol.asyncDispose]() {
      await browser.close();
      fake[Symbol.dispose]();
    },
  };
}

describe.skipIf(noChromium)(`the name that visitors see${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is asked of the first owner before anything else, who is not offered the word owner", async () => {
    await using console = await open({
      "POST sign-in/link": says({ ...fresh, name: "owner", displayName: "owner" }),
    });
    const { page, sent, heading } = console;
    await heading(asked).waitFor();
    const field = page.getByLabel("Your name");
    await expect.poll(() => page.evaluate("document.activeElement?.tagName")).toBe("INPUT");
    expect(await field.inputValue()).toBe("");
    await page.keyboard.press("Enter");
    expect(await page.locator("input:invalid").count()).toBe(1);
    await page.keyboard.type(" Ada ");
    await page.keyboard.press("Enter");
    await heading("How do you want to sign in next time?").waitFor();
    expect(sent).toEqual([{ displayName: "Ada" }]);
  });

  test("is filled in with the name of somebody who was invited, and one key accepts it", async () => {
    await using console = await open({ "POST sign-in/link": says(fresh) });
    await console.heading(asked).waitFor();
    expect(await console.page.getByLabel("Your name").inputValue()).toBe("Alma Berg");
    await console.page.keyboard.press("Enter");
    await console.heading("How do you want to sign in next time?").waitFor();
    expect(console.sent).toEqual([{ displayName: "Alma Berg" }]);
  });

  test("is asked of an owner who was never asked and is signed in, and leads to the page they opened", async () => {
    await using console = await open(
      { "GET me": says({ ...fresh, name: "owner", displayName: "owner" }) },
      "gaps",
    );
    await console.page.getByLabel("Your name").fill("Ada");
    await console.page.keyboard.press("Enter");
    await console.heading("Gaps").waitFor();
  });

  test.each([
    ["who has chosen one", { ...fresh, named: true }],
    ["who only reads", { ...fresh, role: "viewer" as const }],
  ])("is not asked of somebody %s", async (_who, me) => {
    await using console = await open({ "POST sign-in/link": says(me) });
    await console.heading("How do you want to sign in next time?").waitFor();
    expect(console.sent).toEqual([]);
  });
});
