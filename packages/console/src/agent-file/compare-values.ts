/** One change of a file's content. */
export type Step =
  | { readonly kind: "set"; readonly path: readonly (string | number)[]; readonly value: unknown }
  | { readonly kind: "remove"; readonly path: readonly (string | number)[] }
  /** Before the item that has the last index of the path, or as the last one. */
  | { readonly kind: "insert"; readonly path: readonly (string | number)[]; readonly value: unknown }
  /** A list in another order: `order` has the present index of each item. */
  | {
      readonly kind: "order";
      readonly path: readonly (string | number)[];
      readonly order: readonly number[];
    }
  | { readonly kind: "rename"; readonly path: readonly (string | number)[]; readonly name: string }
  /** The fields of a map in another order. */
  | { readonly kind: "sort"; readonly path: readonly (string | number)[]; readonly names: readonly string[] };

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two values of a file are the same. The order of fields does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, index) => isSame(each, other[index]))
    );
  if (!isFields(one) || !isFields(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

/** The smallest changes that lead from one value to another. `undefined` is no value. */
export function stepsBetween(
  before: unknown,
  after: unknown,
  path: readonly (string | number)[],
): readonly Step[] {
  if (isSame(before, after)) return [];
  if (after === undefined) return [{ kind: "remove", path }];
  if (Array.isArray(before) && Array.isArray(after) && before.length > 0 && after.length > 0)
    return stepsOfList(before, after, path);
  if (isFields(before) && isFields(after) && Object.keys(after).length > 0) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    // What is added comes first, so that a map is never empty in between.
    const added = keys.filter((key) => !Object.hasOwn(before, key));
    return [...added, ...keys.filter((key) => !added.includes(key))].flatMap((key) =>
      stepsBetween(
        Object.hasOwn(before, key) ? before[key] : undefined,
        Object.hasOwn(after, key) ? after[key] : undefined,
        [...path, key],
      ),
    );
  }
  return [{ kind: "set", path, value: after }];
}

/** Items that are the same are kept wherever they are; a changed one is the one that stood in its place. */
function stepsOfList(
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly (string | number)[],
): readonly Step[] {
  const sources = matchItems(before, after);
  const steps: Step[] = sources.flatMap((source, index) =>
    source < 0 ? [] : stepsBetween(before[source], after[index], [...path, source]),
  );
  const kept = before.flatMap((_, index) => (sources.includes(index) ? [index] : []));
  const removed = before.flatMap((_, index) => (sources.includes(index) ? [] : [index]));
  const order = sources.filter((source) => source >= 0).map((source) => kept.indexOf(source));
  // With nothing kept the list is written anew.
  if (kept.length === 0) return [{ kind: "set", path, value: after }];
  steps.push(...removed.toReversed().map((index): Step => ({ kind: "remove", path: [...path, index] })));
  if (order.some((source, index) => source !== index)) steps.push({ kind: "order", path, order });
  for (const [index, source] of sources.entries())
    if (source < 0) steps.push({ kind: "insert", path: [...path, index], value: after[index] });
  return steps;
}

/** For each new item the index of the old one that it comes from; -1 for one that is new. */
function matchItems(before: readonly unknown[], after: readonly unknown[]): readonly number[] {
  const left = new Set(before.keys());
  const take = (index: number): number => (left.delete(index) ? index : -1);
  const findSame = (item: unknown, index: number): number =>
    [index, ...left].find((each) => left.has(each) && isSame(before[each], item)) ?? -1;
  const sources = after.map((item, index) => take(findSame(item, index)));
  return sources.map((source, index) => {
    if (source >= 0) return source;
    const isAlike = isFields(after[index]) === isFields(before[index]);
    return isAlike ? take(index) : -1;
  });
}
