import type { Query } from "../api/create-api.ts";

/** The filters of a list of chats, under the names that the API and the address have for them. */
export const filterNames = [
  "q",
  "agent",
  "outcome",
  "mark",
  "rating",
  "holder",
  "language",
  "version",
  "key",
  "user",
  "from",
  "to",
] as const;

/** The name of a filter. */
export type FilterName = (typeof filterNames)[number];

/** Those filters that stand in an address. What else stands there is left alone. */
export function filtersOf(query: URLSearchParams): Query {
  const filters: Record<string, readonly string[]> = {};
  for (const name of filterNames) {
    const values = query.getAll(name).filter((value) => value !== "");
    if (values.length > 0) filters[name] = values;
  }
  return filters;
}
