import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import {
  findTestPostgres,
  findVectorPostgres,
  runSql,
  temporaryDatabase,
  temporarySchema,
} from "../../../../test/support/test-servers.ts";
import { openPostgres } from "../../src/postgres/index.ts";
import { putAgent } from "../suite/samples.ts";
import { vectorPromises } from "../suite/vectors.ts";
import { wordingPromises } from "../suite/wordings.ts";

const { missing: noServer } = await findTestPostgres();
const { missing } = await findVectorPostgres();
const set = { agentId: "guide", model: "small 1" };

/** A new database, with a user who may create tables but no extensions. */
async function databaseOfUser() {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await temporaryDatabase());
  const user = `servicechat_test_${randomBytes(6).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  await runSql(url, `create role ${user} login password '${password}'`);
  stack.defer(async () => {
    // One by one: all of them at once would need more locks than the server has.
    const schemas = await runSql(
      url,
      `select nspname as name from pg_namespace where nspowner = '${user}'::regrole`,
    );
    for (const { name } of schemas) await runSql(url, `drop schema ${String(name)} cascade`);
    await runSql(url, `drop owned by ${user}; drop role ${user}`);
  });
  await runSql(
    url,
    `do $$ begin execute format('grant create on database %I to ${user}', current_database()); end $$`,
  );
  const address = new URL(url);
  [address.username, address.password] = [user, password];
  const own = stack.move();
  return { superuserUrl: url, url: address.href, [Symbol.asyncDispose]: () => own.disposeAsync() };
}

async function withVectors(url: string, schema: string) {
  const storage = await openPostgres({ url, schema });
  await putAgent(storage);
  const document = { id: "d", agentId: "guide", source: "files", location: "a.md", title: "T", url: null };
  const texts = ["one", "two", "three"].map((text) => ({
    headings: [],
    anchor: null,
    text,
    wordings: [`${text}?`],
  }));
  await storage.knowledge.replaceDocument({ ...document, fingerprint: "1", readAt: 1 }, texts);
  const passages = await storage.vectors.missing({ ...set, limit: 10 });
  const wordings = await storage.wordings.missing({ ...set, limit: 10 });
  const vectors = [Float32Array.of(1, 0), Float32Array.of(0.8, 0.6), Float32Array.of(0, 1)];
  await storage.vectors.save(
    set,
    passages.map(({ id }, index) => ({ passageId: id, vector: vectors[index] ?? Float32Array.of() })),
  );
  await storage.wordings.save(
    set,
    wordings.map(({ id, text }, index) => ({
      wordingId: id,
      text,
      vector: vectors[index] ?? Float32Array.of(),
    })),
  );
  return { storage, ids: passages.map(({ id }) => id), wordingIds: wordings.map(({ id }) => id) };
}

describe.skipIf(missing)(
  missing === undefined ? "a server with the extension" : `skipped: ${missing}`,
  () => {
    test("whose user may not add it is used without, and the operator is told what to do", async () => {
      await using database = await databaseOfUser();
      await using storage = await openPostgres({ url: database.url, schema: "chat" });
      expect(storage.advice).toEqual([
        expect.stringMatching(
          /^The database server has the extension "vector", but .*permission denied.* create extension vector;$/,
        ),
      ]);
      expect(await storage.vectors.neighbours(set)).toBeUndefined();
    });

    test("is used from the next start on when the extension was added meanwhile, once what is there was taken up", async () => {
      await using database = await databaseOfUser();
      const { storage: before, ids, wordingIds } = await withVectors(database.url, "chat");
      await before.close();
      await runSql(database.superuserUrl, "create extension vector");
      await using storage = await openPostgres({ url: database.url, schema: "chat" });

      expect(storage.advice).toEqual([]);
      expect(await storage.vectors.neighbours(set)).toBeUndefined();
      await storage.vectors.optimize(set);
      const space = await storage.vectors.neighbours(set);
      expect(space?.size).toBe(2);
      expect(await space?.nearest(Float32Array.of(0, 1), 2)).toMatchObject({ ids: [ids[2], ids[1]] });

      expect(await storage.wordings.neighbours(set)).toBeUndefined();
      await storage.wordings.optimize(set);
      const asked = await storage.wordings.neighbours(set);
      expect(await asked?.nearest(Float32Array.of(0, 1), 2)).toMatchObject({
        ids: [wordingIds[2], wordingIds[1]],
      });
    });

    test("has the extension where other programs find it, and two installations in one database share it", async () => {
      await using database = await temporaryDatabase();
      for (const schema of ["one", "two"]) {
        const { storage, ids, wordingIds } = await withVectors(database.url, schema);
        await using _ = storage;
        const space = await storage.vectors.neighbours(set);
        expect(await space?.nearest(Float32Array.of(1, 0), 1)).toMatchObject({ ids: [ids[0]] });
        const asked = await storage.wordings.neighbours(set);
        expect(await asked?.nearest(Float32Array.of(1, 0), 1)).toMatchObject({ ids: [wordingIds[0]] });
      }
      const [found] = await runSql(
        database.url,
        "select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'vector'",
      );
      expect(found).toEqual({ schema: "public" });
    });

    test("whose extension is too old is used without, and the operator is told so", async () => {
      await using database = await temporaryDatabase();
      await runSql(
        database.url,
        "create extension vector; update pg_extension set extversion = '0.6.2' where extname = 'vector'",
      );
      await using storage = await openPostgres({ url: database.url });
      expect(storage.advice).toEqual([
        expect.stringMatching(
          /"vector" is version 0\.6\.2, and 0\.7 is needed.* alter extension vector update;$/,
        ),
      ]);
      expect(await storage.vectors.neighbours(set)).toBeUndefined();
    });
  },
);

describe.skipIf(noServer)(noServer === undefined ? "on PostgreSQL" : `skipped: ${noServer}`, async () => {
  const stack = new AsyncDisposableStack();
  afterAll(() => stack.disposeAsync());
  let database: Awaited<ReturnType<typeof databaseOfUser>> | undefined;

  const openWithout = async () => {
    database ??= stack.use(await databaseOfUser());
    return openPostgres({ url: database.url, schema: temporarySchema(database.url).schema });
  };
  vectorPromises("PostgreSQL without the extension", openWithout);
  wordingPromises("PostgreSQL without the extension", openWithout);
});
