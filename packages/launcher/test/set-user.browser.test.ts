import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { chatFrame, setStage } from "./support/stage.ts";

describe.skipIf(noChromium)(`ServiceChat.setUser${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test("accepts a token that a header can contain; with anything else nobody is signed in, and the author is told", async () => {
    const page = await stage.show();
    await page.evaluate("ServiceChat.open()");
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.some(({ type }) => type === 'open')");
    for (const token of ["a b", "\u00e9", {}]) {
      const users = JSON.stringify([
        { id: "ada", token: "a.b-c_d" },
        { id: "bob", token },
      ]);
      await frame.evaluate("heard.length = 0");
      await page.evaluate(`for (const user of ${users}) ServiceChat.setUser(user)`);
      await untilTrue(frame, "heard.length === 2");
      expect(await frame.evaluate("heard")).toEqual([
        { type: "user", user: { id: "ada", token: "a.b-c_d" } },
        { type: "user", user: {} },
      ]);
    }
    const told = page.warnings.filter((warning) => warning.includes("A text was expected."));
    expect(told).toHaveLength(3);
  });

  test("is executed in order among messages that are sent while the chat is loading", async () => {
    const page = await stage.show();
    await page.evaluate(`
      ServiceChat.setUser({ id: "ada", token: "t" });
      ServiceChat.sendMessage("as Ada");
      ServiceChat.setUser(null);
    `);
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.filter(({ type }) => type === 'user').length === 2");
    const heard = await frame.evaluate("heard.map(({ type, user }) => user?.id ?? type)");
    expect(heard).toEqual(["ada", "send", "user"]);
  });

  test("with null signs out", async () => {
    const page = await stage.show();
    await page.evaluate("ServiceChat.open()");
    const frame = await chatFrame(page);
    await page.evaluate("ServiceChat.setUser({ id: 'ada', token: 't' }); ServiceChat.setUser(null)");
    await untilTrue(frame, "heard.at(-1).user && !heard.at(-1).user.id");
    expect(await frame.evaluate("heard.at(-1)")).toEqual({ type: "user", user: {} });
  });
});
