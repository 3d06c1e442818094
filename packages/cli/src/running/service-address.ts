import { asObject } from "@servicechat/contract";

/** Where a service is reached. */
export interface ServiceAddress {
  /** The base address visitors see, without a trailing slash. */
  readonly publicUrl: string;
  readonly host: string;
  readonly port: number;
}

/** What a service says in the database of where it is. */
export interface AddressNote extends ServiceAddress {
  /**
   * Until then the service is believed to run, in milliseconds since 1970. It puts this off as long as it does. 0 on
   * SQLite, where the lock on the database tells.
   */
  readonly until: number;
}

/** Names of these notes begin so. */
export const notePrefix = "running:";

/** Reads a note; `undefined` when another version wrote something else. */
export function readAddressNote(text: string): AddressNote | undefined {
  const { publicUrl, host, port, until } = asObject(JSON.parse(text)) ?? {};
  if (typeof publicUrl !== "string" || !URL.canParse(publicUrl) || typeof host !== "string") return undefined;
  return typeof port === "number" && typeof until === "number" ? { publicUrl, host, port, until } : undefined;
}
