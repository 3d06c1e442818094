import { types, type CustomTypesConfig } from "pg";
import { short } from "./patience.ts";

/** A node that vanished in the middle of a transaction holds its locks no longer than this, in milliseconds. */
const abandonedMs = 10_000;

const settings = {
  // A commit survives a power cut, also where the server's default is another.
  synchronous_commit: "on",
  default_transaction_isolation: "read\\ committed",
  statement_timeout: short.statementMs,
  idle_in_transaction_session_timeout: abandonedMs,
};

/**
 * The address with what every connection sets, before its first statement.
 *
 * @throws Error when it is not an address, without naming it: it may hold a password
 */
export function withSettings(url: string, schema: string | undefined): string {
  const address = URL.parse(url);
  if (!address || !/^postgres(ql)?:$/.test(address.protocol)) {
    throw new Error("The database's address does not read postgres://user:password@host:port/database.");
  }
  if (schema !== undefined && !/^[a-z_][a-z0-9_]*$/.test(schema)) {
    throw new Error(`A schema is named with small letters, digits and _, not "${schema}".`);
  }
  const all = { ...settings, ...(schema !== undefined && { search_path: schema }) };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
  const given = address.searchParams.get("options") ?? "";
  address.searchParams.set("options", [given, ...options].join(" ").trim());
  return address.href;
}

/** PostgreSQL's type of a time in milliseconds. */
const int8 = 20;

/** Reads times as numbers. The client itself would give text, since an int8 can be larger than a number holds exactly. */
export const parserOf: CustomTypesConfig["getTypeParser"] = (type, format) =>
  // The types of the client have one signature for each format; ours is only ever asked for text.
  type === int8 ? Number : types.getTypeParser(type, format);
