import { connect } from "node:net";

/** Sends raw bytes and reads the response until the connection ends. */
export function rawRequest(
  port: number,
  bytes: string | Uint8Array,
): Promise<{ status: number; body: string; raw: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => {
      const raw = Buffer.concat(chunks).toString();
      resolve({ status: Number(raw.slice(9, 12)), body: raw.slice(raw.indexOf("\r\n\r\n") + 4), raw });
    });
  });
}
