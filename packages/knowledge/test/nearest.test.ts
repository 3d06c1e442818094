import { expect, test } from "vitest";
import { inTimeSlices } from "../src/embeddings/in-time-slices.ts";
import { nearest } from "../src/embeddings/nearest.ts";
import { product } from "../src/embeddings/embedder.ts";
import { createTableBuilder } from "../src/embeddings/vector-table.ts";

const size = 96;

/** Numbers that are the same in every run, of mean 0 and deviation 1. */
function createNoise(): () => number {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 4_294_967_296;
  };
  return () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}

/** Vectors in clusters, off the origin, as those of a sentence model lie. */
function makeVectors(count: number): readonly Float32Array[] {
  const noise = createNoise();
  const point = (width: number) => Array.from({ length: size }, () => width * noise());
  const plus = (one: readonly number[], other: readonly number[]) =>
    one.map((number, at) => number + (other[at] ?? 0));
  const common = point(0.7);
  const centres = Array.from({ length: 60 }, () => plus(common, point(0.8)));
  return Array.from({ length: count }, (_, index) => {
    const numbers = plus(centres[index % centres.length] ?? [], point(0.5));
    const length = Math.hypot(...numbers);
    return Float32Array.from(numbers, (number) => number / length);
  });
}

/** All of them compared, number by number. */
function compareAll(vectors: readonly Float32Array[], vector: Float32Array, limit: number) {
  const cosines = vectors.map((each) => product(each, vector));
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const squares = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0);
  const order = cosines
    .map((_, index) => index)
    .sort((one, other) => (cosines[other] ?? 0) - (cosines[one] ?? 0));
  return { ids: order.slice(0, limit).map(String), mean, deviation: Math.sqrt(squares / cosines.length) };
}

async function compare(count: number, limit: number) {
  const [, ...vectors] = makeVectors(count + 10);
  const asked = vectors.splice(count);
  const builder = createTableBuilder({ size, room: count });
  for (const [index, vector] of vectors.entries()) builder.add({ passageId: String(index), vector });
  const table = await builder.build();
  return Promise.all(
    asked.map(async (vector) => {
      const exact = compareAll(vectors, vector, limit);
      const found = await nearest(table, vector, limit);
      const both = new Set(exact.ids).intersection(new Set(found.ids));
      return { exact, found, share: both.size / limit, first: found.ids[0] === exact.ids[0] };
    }),
  );
}

test.each([
  ["few vectors", 1000],
  ["many vectors", 20_000],
])("among %s the nearest are found as by comparing every number", async (_, count) => {
  const asked = await compare(count, 50);
  for (const { exact, found } of asked) {
    expect(found.ids).toHaveLength(50);
    expect(found.count).toBe(count);
    expect(found.mean).toBeCloseTo(exact.mean, 5);
    // The deviation decides what stands out: a twentieth more or less of it is noise.
    expect(Math.abs(found.deviation / exact.deviation - 1)).toBeLessThan(0.05);
  }
  const shares = asked.map(({ share }) => share);
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.98);
  expect(asked.filter(({ first }) => first).length).toBeGreaterThanOrEqual(asked.length - 1);
});

test("fewer vectors than asked for are all there, nearest first", async () => {
  const builder = createTableBuilder({ size: 2, room: 10 });
  const made = { far: [-1, 0], near: [1, 0], between: [0, 1] };
  for (const [passageId, numbers] of Object.entries(made))
    builder.add({ passageId, vector: Float32Array.from(numbers) });
  const { ids } = await nearest(await builder.build(), Float32Array.of(0.8, 0.6), 10);
  expect(ids).toEqual(["near", "between", "far"]);
});

test("nothing lies near where there is nothing", async () => {
  const table = await createTableBuilder({ size: 0, room: 0 }).build();
  expect(await nearest(table, Float32Array.of(1), 10)).toMatchObject({ ids: [] });
});

test("others have their turn between two slices of a long comparison", async () => {
  const done: string[] = [];
  setImmediate(() => done.push("somebody else"));
  await inTimeSlices({ rows: 5, stepsPerRow: 1_000_000 }, (start, end) => done.push(`${start} to ${end}`));
  expect(done).toEqual(["0 to 2", "somebody else", "2 to 4", "4 to 5"]);
});
