import { connect } from "node:tls";
import { isIP } from "node:net";
import { reasonOf } from "@servicechat/contract";
import type { Check } from "./examination.ts";
import { ok, problem, warning } from "./finding.ts";

const dayMs = 86_400_000;
/** Certificates are usually renewed a month ahead, so one that expires sooner was forgotten. */
const soonDays = 14;

/** The certificate of the public address, and whether browsers get HTTP/2 there. */
export const checkTls: Check = {
  name: "TLS",
  run: async ({ settings: { publicUrl }, now }) => {
    const { protocol, hostname, port } = new URL(publicUrl);
    if (protocol === "http:") return [];
    try {
      const greeted = await greet(hostname.replace(/^\[|\]$/g, ""), Number(port || 443));
      if (greeted === "nobody") return [];
      const { endsAt, speaks } = greeted;
      const days = Math.floor((endsAt - now()) / dayMs);
      const certificate =
        days < soonDays
          ? warning(
              "TLS",
              `the certificate expires in ${days} days`,
              "renew it, and find out why that did not happen automatically",
            )
          : ok("TLS", `the certificate is valid for ${days} more days`);
      return [certificate, speaks === "h2" ? ok("HTTP/2", "is offered") : onlyOldProtocol];
    } catch (error) {
      const advice = "browsers refuse it too: fix the proxy's certificate, including its chain";
      return [problem("TLS", `no trusted connection to ${publicUrl}: ${reasonOf(error)}`, advice)];
    }
  },
};

const onlyOldProtocol = warning(
  "HTTP/2",
  "is not offered: browsers open only six connections per host, and each streaming answer uses one",
  "turn it on in the proxy",
);

/** `nobody`: there is no connection; the check of the public address reports that. */
type Greeted = { readonly endsAt: number; readonly speaks: string | false | null } | "nobody";

function greet(host: string, port: number): Promise<Greeted> {
  const { promise, resolve, reject } = Promise.withResolvers<Greeted>();
  let isConnected = false;
  const socket = connect({
    host,
    port,
    ALPNProtocols: ["h2", "http/1.1"],
    // An IP address is not a server name (RFC 6066).
    ...(isIP(host) === 0 && { servername: host }),
  });
  socket.setTimeout(10_000, () => socket.destroy(new Error("no answer within ten seconds")));
  socket.on("connect", () => (isConnected = true));
  socket.on("error", (error) => (isConnected ? reject(error) : resolve("nobody")));
  socket.on("secureConnect", () => {
    resolve({ endsAt: Date.parse(socket.getPeerCertificate().valid_to), speaks: socket.alpnProtocol });
    socket.destroy();
  });
  return promise;
}
