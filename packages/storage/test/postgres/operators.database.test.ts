import { Kysely } from "kysely";
import { describe, test } from "vitest";
import { migrate } from "../../src/schema/migrate.ts";
import { createConnections } from "../../src/postgres/connections.ts";
import { createDialect } from "../../src/postgres/dialect.ts";
import { veryLong } from "../../src/postgres/query-timeouts.ts";
import { postgresMigrations } from "../../src/postgres/migrations/index.ts";
import { lastRelease, upgradeAgents } from "../suite/last-release.ts";
import { raceLinks, raceNames, raceOperators, raceVersions } from "../suite/operator-races.ts";
import { emptyDatabase, isMissing, title } from "./database.ts";

describe.skipIf(isMissing)(title, () => {
  test.each([
    ["the last two owners, demoted or removed on two nodes at once, leave one", raceOperators],
    ["a link used on two nodes at once signs in once", raceLinks],
    ["of two changes to one version of an agent, on two nodes at once, one is made", raceVersions],
    ["people with one name, made on two nodes at once, are one", raceNames],
  ])("%s", async (_title, race) => {
    await using database = emptyDatabase();
    await race([await database.open(), await database.open()]);
  });

  test("agents of the last release get versions, those too that its nodes write while both run", async () => {
    await using database = emptyDatabase();
    const { url, schema } = database;
    await upgradeAgents({
      async setUp() {
        const connections = createConnections({ url, schema });
        const empty = new Kysely<unknown>({ dialect: createDialect({ connections, timeouts: veryLong }) });
        const options = { mayCreate: true, migrationTableSchema: schema };
        await migrate(empty, lastRelease(postgresMigrations), options);
        await connections.close();
      },
      open: () => database.open(),
      run: (text) => database.run(text),
    });
  });
});
