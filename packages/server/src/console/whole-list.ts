import type { Page } from "@servicechat/contract/admin";
import { pageSizes } from "@servicechat/contract/admin-schemas";
import { malformed } from "../response/malformed.ts";

/** A page of a short list that was read whole. Its cursors name the item that a page ends with. */
export function wholeList<Item extends { readonly id: string }>(
  list: string,
  items: readonly Item[],
  { limit = pageSizes.usual, after }: { readonly limit?: number; readonly after?: string },
): Page<Item> {
  const begin = after === undefined ? 0 : startAfter(list, items, after);
  const page = items.slice(begin, begin + limit);
  const last = page.at(-1);
  const isLast = last === undefined || begin + limit >= items.length;
  return { items: page, next: isLast ? null : Buffer.from(`${list} ${last.id}`).toString("base64url") };
}

function startAfter(list: string, items: readonly { readonly id: string }[], after: string): number {
  const [name, id] = Buffer.from(after, "base64url").toString().split(" ");
  if (name !== list) throw malformed("after: is not the 'next' of a page of this list");
  return items.findIndex((item) => item.id === id) + 1;
}
