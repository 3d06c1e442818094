import { asObject } from "@servicechat/contract";

/** Where a service can be reached. */
export interface ServiceAddress {
  /** The base address that visitors see, without a trailing slash. */
  readonly publicUrl: string;
  readonly host: string;
  readonly port: number;
}

/** The note about its address that a service leaves in the database. */
export interface AddressNote extends ServiceAddress {
  /**
   * The service counts as running until then, in milliseconds since 1970. A running service keeps extending it. 0 on
   * SQLite, where the lock on the database decides.
   */
  readonly until: number;
}

/** The prefix of these notes' names. */
export const notePrefix = "running:";

/** Reads a note; `undefined` if another version wrote something else. */
export function readAddressNote(text: string): AddressNote | undefined {
  const { publicUrl, host, port, until } = asObject(JSON.parse(text)) ?? {};
  if (typeof publicUrl !== "string" || !URL.canParse(publicUrl) || typeof host !== "string") return undefined;
  return typeof port === "number" && typeof until === "number" ? { publicUrl, host, port, until } : undefined;
}
