import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ServiceError } from "@servicechat/contract";
import { isLoopbackAddress, type AddressReader } from "../admission/visitor-address.ts";

/** How many connections one address may have, unless the operator says otherwise. */
const usualOfAddress = 256;
/** Seconds after which a request is worth sending again when its address has as many as it may. */
const crowdedSeconds = 5;

/** How many connections there may be at the same time. */
export interface ConnectionLimits {
  /** Of everybody; no limit when left out. */
  readonly all?: number | undefined;
  /** Of one address. When left out it is 256, and this machine's own addresses have no limit. */
  readonly ofAddress?: number | undefined;
}

interface ConnectionCap {
  /**
   * Counts a request that came through a trusted proxy for its visitor's address, as a connection of it, until it is answered.
   *
   * @throws ServiceError `address_rate_limited` when that address has as many as it may
   */
  countRequest(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Bounds the connections of everybody and of each address. Those beyond are closed as they come. A trusted proxy may have any
 * number: whom it speaks for is known with each request.
 */
export function capConnections(
  server: Server,
  { all, ofAddress }: ConnectionLimits,
  addresses: AddressReader,
): ConnectionCap {
  const max = ofAddress ?? usualOfAddress;
  const open = new Map<string, number>();
  /** Connections of trusted proxies: looked up once, not with each of their requests. */
  const proxies = new WeakSet<Socket>();
  if (all !== undefined) server.maxConnections = all;

  /** @returns whether the address may have one more, which is then counted until `end` closes */
  function count(caller: Pick<IncomingMessage, "headers" | "socket">, end: Socket | ServerResponse): boolean {
    const address = addresses.addressOf(caller);
    const before = open.get(address) ?? 0;
    if (before >= max) return false;
    open.set(address, before + 1);
    end.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    return true;
  }

  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    if (addresses.isTrustedProxy(remoteAddress)) return void proxies.add(socket);
    if (ofAddress === undefined && isLoopbackAddress(remoteAddress)) return;
    if (!count({ headers: {}, socket }, socket)) socket.resetAndDestroy();
  });

  return {
    countRequest(request, response) {
      if (!proxies.has(request.socket)) return;
      if (!count(request, response))
        throw new ServiceError("address_rate_limited", { retryAfter: crowdedSeconds });
    },
  };
}
