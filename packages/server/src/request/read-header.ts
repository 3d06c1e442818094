import type { IncomingMessage } from "node:http";

/** A header of a request by its name on the wire. Node keeps the names in lower case, and joins what is sent twice. */
export function readHeader({ headers }: Pick<IncomingMessage, "headers">, name: string): string | undefined {
  return headers[name.toLowerCase()]?.toString();
}
