import { createHash } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { ConsoleCookie } from "../admin-context.ts";

/**
 * Names a cookie by the console's address, never by the connection, which may be a proxy's. On the plain HTTP of a
 * loopback address, where browsers keep one jar for all ports, the name tells installations apart.
 *
 * @param purpose ends its name: `console` for who is signed in, `device` for who has signed in with this browser before
 */
export function createConsoleCookie(
  purpose: "console" | "device",
  consoleUrl: string,
  instanceKey: KeyObject,
): ConsoleCookie {
  const { protocol, hostname } = new URL(consoleUrl);
  const isPlainLoopback = protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const instance = createHash("sha256").update(instanceKey.export()).digest("hex").slice(0, 12);
  const name = isPlainLoopback ? `servicechat_${purpose}_${instance}` : `__Host-servicechat_${purpose}`;
  const attributes = `${isPlainLoopback ? "" : "Secure; "}HttpOnly; SameSite=Strict; Path=/`;

  return {
    read({ headers: { cookie = "" } }) {
      const values = cookie
        .split(";")
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      return values.length > 1 ? "" : values[0];
    },
    write: (token, maxAgeSeconds) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
