import { describe, test } from "vitest";
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
});
