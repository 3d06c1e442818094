import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { chatFrame, setStage } from "./support/stage.ts";

describe.skipIf(noChromium)(`ServiceChat.setUser${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test("takes a token that a header can carry, or nothing; of anything else the author is told", async () => {
    const page = await stage.show();
    await page.evaluate("ServiceChat.open()");
    const frame = await chatFrame(page);
    const users = ["a.b-c_d", "a b", "\u00e9", {}, undefined].map((token) => ({ id: "ada", token }));
    await page.evaluate("ServiceChat.setUser({ id: 'ada' })");
    await untilTrue(frame, "heard.at(-1)?.type === 'user'");
    await page.evaluate(`for (const user of ${JSON.stringify(users)}) ServiceChat.setUser(user)`);
    await untilTrue(frame, "heard.length > 2 && heard.at(-1).user && !heard.at(-1).user.token");
    expect(await frame.evaluate("heard.filter(({ user }) => user?.token)")).toEqual([
      { type: "user", user: { id: "ada", token: "a.b-c_d" } },
    ]);
    const told = page.warnings.filter((warning) => warning.includes("A text was expected."));
    expect(told).toHaveLength(3);
  });

  test("gives another visitor a frame of their own, and leaves the same one theirs", async () => {
    const page = await stage.show();
    await page.evaluate("ServiceChat.open(); ServiceChat.setUser({ id: 7, token: 'first' })");
    const welcomed = async (user: string | undefined) => {
      const shown = JSON.stringify(user);
      await expect
        .poll(async () =>
          (await chatFrame(page)).evaluate(`welcomed[0].user === ${shown}`).catch(() => false),
        )
        .toBe(true);
      return chatFrame(page);
    };
    const frame = await welcomed("7");
    await frame.evaluate("window.isSame = true");
    await page.evaluate("ServiceChat.setUser({ id: '7', token: 'second' })");
    await untilTrue(frame, "heard.at(-1)?.user?.token === 'second'");
    expect(await frame.evaluate("isSame")).toBe(true);

    await page.evaluate("ServiceChat.setUser(null)");
    expect(await (await welcomed(undefined)).evaluate("window.isSame")).toBeUndefined();
  });
});
