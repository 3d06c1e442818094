import type { Knowledge } from "@servicechat/knowledge";

/** One search after the other: many at once would wait for the model of embeddings until they were ranked by words alone. */
export function inTurn({ search }: Pick<Knowledge, "search">): Knowledge["search"] {
  let before: Promise<unknown> = Promise.resolve();
  return (...query) => {
    const found = before.then(() => search(...query));
    before = found.catch(() => undefined);
    return found;
  };
}
