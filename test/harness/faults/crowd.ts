import { connect } from "node:net";
import type { Socket } from "node:net";
import type { InstalledNode } from "../installation.ts";
import type { Fault } from "./fault.ts";

const size = 1_000;

/** Connections with requests that never end. */
export function crowd(pick: () => InstalledNode): Fault {
  return {
    name: "1,000 slow connections to a node",
    lane: "outside",
    settleMs: 0,
    async inject() {
      const { port } = pick();
      const sockets = await Promise.all(Array.from({ length: size }, () => beginRequest(port)));
      return async () => {
        for (const socket of sockets) socket.destroy();
      };
    },
  };
}

/** Resolves when its first bytes are sent, or if nobody accepts them because the node is down. */
function beginRequest(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, "127.0.0.1", () => socket.write("POST /chat-bot/ HTTP/1.1\r\nHo"));
    socket.on("error", () => resolve(socket)).on("connect", () => resolve(socket));
  });
}
