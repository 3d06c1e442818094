import { afterAll, describe } from "vitest";
import { findTestPostgres, temporarySchema } from "../../../test/support/test-servers.ts";
import { openPostgres } from "../src/postgres/index.ts";
import { storageSuite } from "./suite.ts";

const { url = "", missing } = await findTestPostgres();
const schemas = new AsyncDisposableStack();

describe.skipIf(missing)(missing === undefined ? "on PostgreSQL" : `skipped: ${missing}`, () => {
  afterAll(() => schemas.disposeAsync());

  storageSuite("PostgreSQL", () => {
    const { schema } = schemas.use(temporarySchema(url));
    return openPostgres({ url, schema });
  });
});
