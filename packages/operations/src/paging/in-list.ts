import { InvalidCursor } from "@servicechat/storage";
import type { RefusedAs } from "../access/refused.ts";

/** Reads a page of a list that knows its own cursors. */
export async function inList<Result>(
  read: () => Promise<Result>,
): Promise<Result | RefusedAs<"cursor_invalid">> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InvalidCursor) return { kind: "cursor_invalid" };
    throw error;
  }
}
