import { afterEach, describe } from "vitest";
import { emptiedSchema } from "../../../test/support/emptied-schema.ts";
import { findTestPostgres } from "../../../test/support/test-servers.ts";
import { openPostgres } from "../src/postgres/index.ts";
import { storageSuite } from "./suite.ts";

const { url = "", missing } = await findTestPostgres();

describe.skipIf(missing)(missing === undefined ? "on PostgreSQL" : `skipped: ${missing}`, () => {
  let schemas = new AsyncDisposableStack();

  // After each test, so that the next one may have it.
  afterEach(async () => {
    await schemas.disposeAsync();
    schemas = new AsyncDisposableStack();
  });

  storageSuite("PostgreSQL", () => {
    const { schema } = schemas.use(emptiedSchema(url));
    return openPostgres({ url, schema });
  });
});
