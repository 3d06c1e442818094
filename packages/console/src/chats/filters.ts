import type { Query } from "../api/create-api.ts";

/** The filters of a list of chats, by their names in the API and the URL. */
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
  "address",
  "from",
  "to",
] as const;

/** The name of a filter. */
export type FilterName = (typeof filterNames)[number];

/** The filters in a URL. Other parameters are ignored. */
export function filtersOf(query: URLSearchParams): Query {
  const filters: Record<string, readonly string[]> = {};
  for (const name of filterNames) {
    const values = query.getAll(name).filter((value) => value !== "");
    if (values.length > 0) filters[name] = values;
  }
  return filters;
}
