import { openPostgres } from "@servicechat/storage/postgres";
import { expect, test } from "vitest";
import { findTestPostgres, temporarySchema } from "../../../../test/support/test-servers.ts";
import { openSite, type SiteName } from "./open-site.ts";

const postgres = await findTestPostgres();

/** Shares of questions, by words alone, a little below what was measured. */
const levels: readonly { readonly name: SiteName; readonly first: number; readonly amongFive: number }[] = [
  { name: "phaser", first: 0.5, amongFive: 0.76 },
  { name: "directus", first: 0.4, amongFive: 0.7 },
];

test.each(levels)(
  "of $name's documentation, words alone find the right page among five for $amongFive of all questions",
  async ({ name, first, amongFive }) => {
    await using site = await openSite(name);
    const [words] = await site.evaluate();
    expect(words?.recall[5]).toBeGreaterThanOrEqual(amongFive);
    expect(words?.recall[1]).toBeGreaterThanOrEqual(first);
  },
  300_000,
);

test.skipIf(postgres.missing)(
  `PostgreSQL finds about as much by words as SQLite does ${postgres.missing ?? ""}`,
  async () => {
    const { url = "" } = postgres;
    await using temporary = temporarySchema(url);
    const { schema } = temporary;
    await using site = await openSite("directus", { openStorage: () => openPostgres({ url, schema }) });
    const [words] = await site.evaluate();
    expect(words?.recall[5]).toBeGreaterThanOrEqual(0.65);
    expect(words?.recall[1]).toBeGreaterThanOrEqual(0.38);
  },
  300_000,
);
