import type { Storage } from "@servicechat/storage";
import { openPriceBook } from "./price-book.ts";
import type { Cost } from "./price-book.ts";

/** The cost of a chat's replies. */
export interface ChatCost extends Cost {
  /** `null` while no prices are entered. */
  readonly currency: string | null;
  readonly unpricedModels: readonly string[];
}

/** Finds what the replies of a chat cost. */
export async function costOfChat(storage: Pick<Storage, "usage" | "prices">, id: string): Promise<ChatCost> {
  const uses = await storage.usage.ofChat(id);
  const book = await openPriceBook(storage);
  return { currency: book.currency, ...book.costOf(uses), unpricedModels: book.unpricedModels(uses) };
}
