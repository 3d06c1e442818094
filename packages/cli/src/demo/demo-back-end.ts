import { isIP } from "node:net";
import { createOutbound, type Outbound } from "@servicechat/outbound";
import type { Settings } from "../settings/settings.ts";

/** Where the back end of the demo's coffee shop is, as visitors see it. */
export function shopBackEnd(publicUrl: string): string {
  return `${publicUrl}/demo/shop/`;
}

/** Whether an address is one of the back end of the demo's coffee shop. */
export function isShopBackEnd(url: string, publicUrl: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(shopBackEnd(publicUrl));
}

/**
 * Has requests to the back end of the demo's coffee shop made to this very process, wherever its public address leads, and
 * all others as before. So that one place can be reached on any machine, and nothing else of the machine's own: tools
 * still reach public addresses only, redirects and crawlers too. Its end leaves `outbound` open.
 *
 * @param secret tells the back end that it is this service that asks
 */
export function reachShopBackEnd(
  outbound: Outbound,
  { publicUrl, host, port }: Pick<Settings, "publicUrl" | "host" | "port">,
  secret: string,
): Outbound {
  const here = ownAddress(host);
  const own = createOutbound({ allowedNetworks: networksOf(here) });
  const origin = `http://${isIP(here) === 6 ? `[${here}]` : here}:${port}`;
  return {
    async request(request) {
      if (!isShopBackEnd(request.url, publicUrl)) return outbound.request(request);
      const { pathname, search } = new URL(request.url);
      return own.request({
        ...request,
        url: `${origin}${pathname}${search}`,
        headers: { ...request.headers, authorization: `Bearer ${secret}` },
        maxRedirects: 0,
      });
    },
    fetch: outbound.fetch,
    async [Symbol.asyncDispose]() {
      await own[Symbol.asyncDispose]();
    },
  };
}

/** Where a service that listens on `host` can be reached on its own machine. */
function ownAddress(host: string): string {
  return { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
}

/** The one address; of a name, whatever it stands for, since the operator chose it and nothing else is ever asked for. */
function networksOf(here: string): readonly string[] {
  const bits = { 0: undefined, 4: 32, 6: 128 }[isIP(here)];
  return bits === undefined ? ["0.0.0.0/0", "::/0"] : [`${here}/${bits}`];
}
