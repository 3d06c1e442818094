import { afterEach, describe } from "vitest";
import { findTestPostgres, temporarySchema } from "../../../test/support/test-servers.ts";
import { openPostgres } from "../src/postgres/index.ts";
import { storageSuite } from "./suite.ts";

const { url = "", missing } = await findTestPostgres();

describe.skipIf(missing)(missing === undefined ? "on PostgreSQL" : `skipped: ${missing}`, () => {
  let schemas = new AsyncDisposableStack();

  // After each test: all of them together take longer to drop than a hook may.
  afterEach(async () => {
    await schemas.disposeAsync();
    schemas = new AsyncDisposableStack();
  });

  storageSuite("PostgreSQL", () => {
    const { schema } = schemas.use(temporarySchema(url));
    return openPostgres({ url, schema });
  });
});
