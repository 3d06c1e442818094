import { expect, test } from "vitest";
import { openSite } from "./open-site.ts";

test("seven in ten questions about a large documentation site find their page among the first five by words alone", async () => {
  await using site = await openSite(undefined);
  const [words] = await site.evaluate();
  expect(words?.recall[5]).toBeGreaterThanOrEqual(0.7);
  expect(words?.meanReciprocalRank).toBeGreaterThanOrEqual(0.6);
}, 300_000);
