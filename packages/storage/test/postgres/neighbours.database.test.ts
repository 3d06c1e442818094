import { describe, expect, test } from "vitest";
import { findVectorPostgres } from "../../../../test/support/test-servers.ts";
import type { PassageVector, Storage } from "../../src/index.ts";
import { putAgent } from "../suite/samples.ts";
import { emptyDatabaseAlone } from "./database.ts";

const { missing } = await findVectorPostgres();
const set = { agentId: "guide", model: "it's small, 1" };
const size = 32;
/** Passages of one document. */
const perDocument = 1000;

/** Numbers that are the same in every run, of mean 0 and deviation 1. */
function createNoise(seed: number): () => number {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 4_294_967_296;
  };
  return () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}

/** Vectors in clusters, off the origin, as those of a sentence model lie. */
function createVectorMaker(seed: number) {
  const noise = createNoise(seed);
  const centres = Array.from({ length: 40 }, () => Array.from({ length: size }, () => 0.4 + 0.7 * noise()));
  let made = 0;
  return (): Float32Array => {
    const centre = centres[made++ % centres.length] ?? [];
    const numbers = centre.map((number) => number + 0.5 * noise());
    const length = Math.hypot(...numbers);
    return Float32Array.from(numbers, (number) => number / length);
  };
}

/** Writes a document with this many passages, all of which get a vector. */
async function writeDocument(storage: Storage, location: string, make: () => Float32Array) {
  const document = {
    id: `${location} ${newNumber()}`,
    agentId: "guide",
    source: "files",
    location,
    title: "T",
  };
  const passages = Array.from({ length: perDocument }, (_, index) => ({
    headings: [],
    anchor: null,
    text: `${document.id} ${index}`,
  }));
  await storage.knowledge.replaceDocument({ ...document, url: null, fingerprint: "1", readAt: 1 }, passages);
  const missing = await storage.vectors.missing({ ...set, limit: perDocument });
  const vectors = missing.map(({ id }) => ({ passageId: id, vector: make() }));
  await storage.vectors.save(set, vectors);
  return vectors;
}

let numbers = 0;
const newNumber = () => ++numbers;

async function openWith(documents: number) {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await emptyDatabaseAlone());
  const storage = await database.open();
  await putAgent(storage);
  const make = createVectorMaker(3);
  const all: PassageVector[] = [];
  for (let index = 0; index < documents; index++)
    all.push(...(await writeDocument(storage, `${index}.md`, make)));
  const indexes = () =>
    database.run(
      `select indexrelname as name, idx_scan as scans from pg_stat_user_indexes
      where schemaname = '${database.schema}' and indexrelname ~ '_(near|sample)_' order by 1`,
    );
  const own = stack.move();
  return { database, storage, make, all, indexes, [Symbol.asyncDispose]: () => own.disposeAsync() };
}

/** All of them compared, number by number. */
function compareAll(all: readonly PassageVector[], vector: Float32Array, limit: number) {
  const compared = all.map(({ passageId, vector: other }) => ({
    passageId,
    cosine: other.reduce((sum, number, index) => sum + number * (vector[index] ?? 0), 0),
  }));
  const mean = compared.reduce((sum, { cosine }) => sum + cosine, 0) / all.length;
  const squares = compared.reduce((sum, { cosine }) => sum + (cosine - mean) ** 2, 0) / all.length;
  const nearest = compared.sort((one, other) => other.cosine - one.cosine).slice(0, limit);
  return { ids: nearest.map(({ passageId }) => passageId), mean, deviation: Math.sqrt(squares) };
}

async function ask(storage: Storage, vector: Float32Array, limit: number) {
  const space = await storage.vectors.neighbours(set);
  if (!space) throw new Error("the database does not look for neighbours");
  return space.nearest(vector, limit);
}

const share = (found: readonly string[], wanted: readonly string[]) =>
  wanted.filter((id) => found.includes(id)).length / wanted.length;

describe.skipIf(missing)(
  missing === undefined ? "on PostgreSQL with the extension" : `skipped: ${missing}`,
  () => {
    test("of few vectors the nearest are exactly found, without an index, as soon as they are written", async () => {
      await using few = await openWith(2);
      const { storage, make, all, indexes } = few;
      for (let question = 0; question < 10; question++) {
        const vector = make();
        const [found, exact] = [await ask(storage, vector, 10), compareAll(all, vector, 10)];
        expect(share(found.ids, exact.ids)).toBeGreaterThanOrEqual(0.9);
        expect(found.ids[0]).toBe(exact.ids[0]);
        expect(found.mean).toBeCloseTo(exact.mean, 3);
        expect(found.deviation).toBeCloseTo(exact.deviation, 3);
      }
      await storage.vectors.optimize(set);
      expect(await indexes()).toEqual([]);
    });

    test("a set without vectors has no size, and vectors of another length than the first are never near", async () => {
      await using few = await openWith(1);
      const { storage, all } = few;
      expect((await storage.vectors.neighbours({ ...set, model: "other" }))?.size).toBe(0);
      const [first, second] = all;
      if (!first || !second) throw new Error("there are no vectors");
      await storage.vectors.save(set, [{ passageId: second.passageId, vector: Float32Array.of(1, 0) }]);
      const found = await ask(storage, first.vector, perDocument);
      expect(found.ids).toHaveLength(perDocument - 1);
      expect(found.ids).not.toContain(second.passageId);
    });

    test("of many vectors an index finds the nearest, while documents are written and rewritten", async () => {
      await using many = await openWith(21);
      const { database, storage, make, all, indexes } = many;
      await storage.vectors.optimize(set);
      const reader = await database.open();
      const questions = Array.from({ length: 20 }, make);
      const shares: number[] = [];
      for (const vector of questions) {
        const [found, exact] = [await ask(reader, vector, 100), compareAll(all, vector, 100)];
        shares.push(share(found.ids.slice(0, 10), exact.ids.slice(0, 10)));
        expect(found.ids).toHaveLength(100);
        expect(found.count).toBe(all.length);
        // Nearness is counted in deviations: a tenth of one is noise.
        expect(Math.abs(found.mean - exact.mean)).toBeLessThan(exact.deviation / 10);
        expect(Math.abs(found.deviation / exact.deviation - 1)).toBeLessThan(0.1);
      }
      expect(shares.reduce((sum, each) => sum + each, 0) / shares.length).toBeGreaterThan(0.95);

      // A sync that replaces documents, one after another, is never waited for.
      let isWriting = true;
      const written = (async () => {
        for (let index = 0; index < 3; index++) await writeDocument(storage, `${index}.md`, make);
        isWriting = false;
      })();
      let asked = 0;
      while (isWriting) {
        const { ids } = await ask(reader, questions[asked++ % questions.length] ?? make(), 100);
        expect(ids.length).toBeGreaterThan(80);
      }
      await written;
      expect(asked).toBeGreaterThan(3);
      const stored = await readAll(storage);
      expect(stored).toHaveLength(21 * perDocument);
      const [fresh] = stored.slice(-1);
      expect((await ask(reader, fresh?.vector ?? make(), 5)).ids).toContain(fresh?.passageId);

      // The same indexes serve again, and what scanned them is counted when its connections are closed.
      const names = (await indexes()).map(({ name }) => name);
      await storage.vectors.optimize(set);
      await reader.close();
      expect((await indexes()).map(({ name }) => name)).toEqual(names);
      expect(names).toHaveLength(2);
      for (const { scans } of await indexes()) expect(Number(scans)).toBeGreaterThan(20);

      await storage.agents.delete("guide");
      expect(await indexes()).toEqual([]);
    });
  },
);

async function readAll(storage: Storage): Promise<readonly PassageVector[]> {
  const all: PassageVector[] = [];
  for (;;) {
    const after = all.at(-1)?.passageId ?? "0";
    const some = await storage.vectors.read({ ...set, after, limit: 2000 });
    if (some.length === 0) return all;
    all.push(...some);
  }
}
