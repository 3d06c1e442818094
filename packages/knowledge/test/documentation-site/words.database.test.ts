import { openPostgres } from "@servicechat/storage/postgres";
import { expect, test } from "vitest";
import { findTestPostgres, temporarySchema } from "../../../../test/support/test-servers.ts";
import { openSite } from "./open-site.ts";

const postgres = await findTestPostgres();

/* Shares of questions, by words alone, a little below what was measured. */

test("words alone find the right page of a documentation among five for 0.7 of all questions", async () => {
  await using site = await openSite();
  const words = await site.evaluate();
  expect(words?.recall[5]).toBeGreaterThanOrEqual(0.7);
  expect(words?.recall[1]).toBeGreaterThanOrEqual(0.4);
}, 300_000);

test.skipIf(postgres.missing)(
  `PostgreSQL finds about as much by words as SQLite does ${postgres.missing ?? ""}`,
  async () => {
    const { url = "" } = postgres;
    await using temporary = temporarySchema(url);
    const { schema } = temporary;
    await using site = await openSite(() => openPostgres({ url, schema }));
    const words = await site.evaluate();
    expect(words?.recall[5]).toBeGreaterThanOrEqual(0.65);
    expect(words?.recall[1]).toBeGreaterThanOrEqual(0.38);
  },
  300_000,
);
