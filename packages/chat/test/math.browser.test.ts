import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

describe.skipIf(noChromium)(`formulas and code${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("are drawn and highlighted once their parts have loaded, under the policy of the frame, and prices stay prices", async () => {
    await using chat = await openFakeChat();
    const { frame } = chat;
    await chat.say("Hello");
    await frame.locator(".reply:not(.live)").waitFor();
    await chat.say("Formulas and code");
    const reply = frame.locator(".reply").nth(1);
    await expect.poll(() => reply.locator("math").count()).toBe(4);
    const boxes = await reply.locator("mfrac").evaluateAll((found) => found.map((each) => each.namespaceURI));
    expect(new Set(boxes)).toEqual(new Set(["http://www.w3.org/1998/Math/MathML"]));
    expect(await reply.innerText()).toContain(String.raw`$\href{https://evil.example}{x_1}$`);
    expect(await reply.innerText()).toContain("A lamp costs $25 and a chair $40.");
    expect(await reply.locator("[href]").count()).toBe(0);
    await reply.locator(".code-keyword", { hasText: "def" }).waitFor();
    await reply.locator(".code-comment", { hasText: "// done" }).waitFor();
    expect(await reply.locator("pre").first().innerText()).toContain(
      "def solve(a, b, c):\n    root = (b * b - 4 * a * c) ** 0.5\n",
    );
  });
});
