import { describe, test } from "vitest";
import { noChromium } from "../../../../test/support/chromium.ts";
import { expectSilence } from "./expect-silence.ts";

describe.skipIf(noChromium)(`hostile text, keys${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("Promise 33: on pages of sign-in, usage and keys no payload in any field runs, loads, navigates or draws anything", async () => {
    await expectSilence(/^(?:enter|unreachable|usage|keys|unknown)(?:-|$)/, [
      "enter",
      "enter-link-used",
      "enter-wrong",
      "keys-rights",
      "unknown",
    ]);
  }, 240_000);
});
