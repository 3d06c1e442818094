import { describe, test } from "vitest";
import { noChromium } from "../../../../test/support/chromium.ts";
import { expectSilence } from "./expect-silence.ts";

describe.skipIf(noChromium)(`hostile text, inbox${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("Promise 33: in the inbox no payload in any field runs, loads, navigates or draws anything", async () => {
    // Only somebody with a plain name is asked for another one.
    await expectSilence(/^inbox(?:-|$)/, []);
  }, 240_000);
});
