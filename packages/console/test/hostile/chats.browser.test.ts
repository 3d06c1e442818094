import { describe, test } from "vitest";
import { noChromium } from "../../../../test/support/chromium.ts";
import { expectSilence } from "./expect-silence.ts";

describe.skipIf(noChromium)(`hostile text, chats${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("Promise 33: on Home and in chats no payload in any field runs, loads, navigates or draws anything", async () => {
    await expectSilence(/^(?:home|chats?)(?:-|$)/, ["home-new", "chat-gone"]);
  }, 240_000);
});
