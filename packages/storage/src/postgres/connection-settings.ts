import { types, type CustomTypesConfig } from "pg";
import { DatabaseUnfit } from "../errors.ts";
import { short } from "./query-timeouts.ts";

/** A node that vanished in the middle of a transaction holds its locks no longer than this, in milliseconds. */
const abandonedMs = 10_000;

const settings = {
  // A commit survives a power cut, also where the server's default is another.
  synchronous_commit: "on",
  default_transaction_isolation: "read\\ committed",
  idle_in_transaction_session_timeout: abandonedMs,
  // To start helpers takes longer than a visitor's statement, and to compile one takes a second on a busy machine:
  // PostgreSQL does so where it takes a search of few chats for one of many.
  max_parallel_workers_per_gather: 0,
  jit: "off",
  // How many vectors an index of the extension `vector` looks at: more than are asked for, since some may be gone.
  "hnsw.ef_search": 240,
};

/**
 * The client's options for each `sslmode` of an address. Any mode that asks for TLS verifies the
 * certificate and its name, except `no-verify`: for what lies between, the client would print a warning.
 */
const tlsModes = {
  disable: "disable",
  "no-verify": "no-verify",
  prefer: "verify-full",
  require: "verify-full",
  "verify-ca": "verify-full",
  "verify-full": "verify-full",
};

/**
 * The address with what every connection sets, before its first statement.
 *
 * @throws Error when it is not an address, without naming it: it may hold a password
 * @throws DatabaseUnfit when what is asked for behind its `?` cannot be
 */
export function withSettings(
  url: string,
  schema: string | undefined,
  statementMs = short.statementMs,
): string {
  const address = URL.parse(url);
  if (!address || !/^postgres(ql)?:$/.test(address.protocol)) {
    throw new Error("The database's address must look like postgres://user:password@host:port/database.");
  }
  if (schema !== undefined && !/^[a-z_][a-z0-9_]*$/.test(schema)) {
    throw new Error(`A schema is named with small letters, digits and _, not "${schema}".`);
  }
  requireTlsMode(address.searchParams);
  requirePort(address.searchParams);
  const all = {
    ...settings,
    statement_timeout: statementMs,
    ...(schema !== undefined && { search_path: schema }),
  };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
  const given = address.searchParams.get("options") ?? "";
  address.searchParams.set("options", [given, ...options].join(" ").trim());
  return address.href;
}

function requireTlsMode(given: URLSearchParams): void {
  const mode = given.get("sslmode");
  if (mode === null) return;
  const known = Object.entries(tlsModes).find(([name]) => name === mode);
  if (!known) {
    const names = Object.keys(tlsModes).join(", ");
    throw new DatabaseUnfit(`the sslmode in its address must be one of ${names}`);
  }
  given.set("sslmode", known[1]);
}

/** The client would never come back from one that is none. */
function requirePort(given: URLSearchParams): void {
  const port = given.get("port");
  if (port === null || (/^\d{1,5}$/.test(port) && Number(port) < 65_536)) return;
  throw new DatabaseUnfit("the port in its address must be a number up to 65535");
}

/** PostgreSQL's type of a time in milliseconds. */
const int8 = 20;

/** Reads times as numbers. The client itself would give text, since an int8 can be larger than a number holds exactly. */
export const parserOf: CustomTypesConfig["getTypeParser"] = (type, format) =>
  // The types of the client have one signature for each format; ours is only ever asked for text.
  type === int8 ? Number : types.getTypeParser(type, format);
