import { describe, test } from "vitest";
import { noChromium } from "../../../../test/support/chromium.ts";
import { expectSilence } from "./expect-silence.ts";

describe.skipIf(noChromium)(`hostile text, agents${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("Promise 33: on pages of agents, gaps and tests no payload in any field runs, loads, navigates or draws anything", async () => {
    await expectSilence(/^(?:agents?|answers?|gaps?|tests)(?:-|$)/, [
      "answer-of-chat",
      "answers-due",
      "tests-no-agent",
    ]);
  }, 240_000);
});
