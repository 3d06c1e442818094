import { describe, test } from "vitest";
import { noChromium } from "../../../../test/support/chromium.ts";
import { expectSilence } from "./expect-silence.ts";

describe.skipIf(noChromium)(`hostile text, settings${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("Promise 33: in settings no payload in any field runs, loads, navigates or draws anything", async () => {
    await expectSilence(
      /^(?:people|sign|passkey|tokens|canned|webhooks?|privacy|audit|health|notifications|mail)(?:-|$)/,
      ["people-rights", "audit-none", "notifications-no-mail", "mail-none", "privacy", "health-limited"],
    );
  }, 240_000);
});
