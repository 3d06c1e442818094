import { InvalidCursor } from "@servicechat/storage";
import type { RefusedAs } from "./access/refused.ts";
import type { Scope } from "./access/actor.ts";

/** Which page of a list is asked for. */
export interface PageRequest {
  /** The most items that it has; `Infinity` for all. */
  readonly limit: number;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; `null` when there is none. */
  readonly next: string | null;
}

/** The names of lists, each with its own cursors. */
export type ListName =
  | "agents"
  | "drafts"
  | "keys"
  | "sites"
  | "answers"
  | "canned"
  | "prices"
  | "secrets"
  | "chats"
  | "feedback"
  | "documents"
  | "uploads"
  | "sessions"
  | "passkeys";

/** A place in a list: what its items are ordered by, and by what no two of them share. */
type Position = readonly (string | number)[];

/** Writes a cursor. To clients it is an opaque word. */
export function writeCursor(list: ListName, position: Position): string {
  return Buffer.from(JSON.stringify([list, ...position])).toString("base64url");
}

/**
 * Reads a cursor of a list.
 *
 * @param shape the types of the parts of its position; absent if the list has no item that decides
 * @returns `undefined` if there is no cursor; a refusal for anything but a cursor of this list
 */
export function readCursor(
  list: ListName,
  shape: readonly ("string" | "number")[] | undefined,
  after: string | undefined,
): Position | undefined | RefusedAs<"input_invalid"> {
  if (after === undefined) return undefined;
  const [name, ...position] = decode(after);
  const fits =
    name === list &&
    (shape === undefined ||
      (position.length === shape.length && position.every((value, index) => typeof value === shape[index])));
  return fits ? (position as Position) : invalidCursor;
}

function decode(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** How many rows are read for a page: one more than it shows, to know whether there is a next one. */
export function rowsFor({ limit }: Pick<PageRequest, "limit">): number {
  return Math.min(limit, 1_000_000_000) + 1;
}

/** Takes a page from the beginning of what was read, which has one item more if there is a next page. */
export function pageOf<Item>(
  list: ListName,
  read: readonly Item[],
  { limit }: PageRequest,
  positionOf: (item: Item) => Position,
): Page<Item> {
  const items = read.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    next: last !== undefined && read.length > limit ? writeCursor(list, positionOf(last)) : null,
  };
}

/**
 * A page of a list that is read whole, put in order: the newest first where positions begin with negative times. Items may come
 * and go between two pages.
 */
export function pageOfWhole<Item>(
  list: ListName,
  whole: readonly Item[],
  request: PageRequest,
  positionOf: (item: Item) => Position,
): Page<Item> | RefusedAs<"input_invalid"> {
  const ordered = whole.toSorted((one, other) => compare(positionOf(one), positionOf(other)));
  const [first] = ordered;
  const shape = first && positionOf(first).map((value) => (typeof value === "string" ? "string" : "number"));
  const position = readCursor(list, shape, request.after);
  if (position && "kind" in position) return position;
  const rest = position ? ordered.filter((item) => compare(positionOf(item), position) > 0) : ordered;
  return pageOf(list, rest, request, positionOf);
}

function compare(one: Position, other: Position): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? "";
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

/** A page as lists of the storage, which know their own cursors, take it. */
export function pageQuery({ limit, after }: PageRequest): {
  readonly limit: number;
  readonly after?: string;
} {
  return { limit, ...(after !== undefined && { after }) };
}

const invalidCursor: RefusedAs<"input_invalid"> = {
  kind: "input_invalid",
  field: "after",
  reason: "must be the 'next' value of a page of this list",
  sentence: "This is not a valid position in this list.",
};

/** Reads a page of a list that knows its own cursors. */
export async function refuseInvalidCursor<Result>(
  read: () => Promise<Result>,
): Promise<Result | RefusedAs<"input_invalid">> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InvalidCursor) return invalidCursor;
    throw error;
  }
}

/**
 * The agents that a list is about: those of the actor's scope, or the one of them that a filter names. A filter out of
 * scope leaves none, as if there were no such agent.
 */
export function agentsWithin(scope: Scope, agent: string | undefined): Scope {
  if (agent === undefined) return scope;
  return scope === null || scope.includes(agent) ? [agent] : [];
}
