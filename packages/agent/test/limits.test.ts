import { expect, test } from "vitest";
import { defaultLimits } from "../src/limits.ts";

test("Promise 15: a provider has 10 seconds to be connected to, 30 for its first token, and 30 for each further one", () => {
  expect(defaultLimits).toMatchObject({ connectMs: 10_000, firstTokenMs: 30_000, idleMs: 30_000 });
});
