import { isIP } from "node:net";
import { createOutbound, type Outbound } from "@servicechat/outbound";
import type { Settings } from "../settings/settings.ts";

/** The back end of the demo's coffee shop, as visitors see it. */
export function shopBackEnd(publicUrl: string): string {
  return `${publicUrl}/demo/shop/`;
}

/** Whether an address belongs to the back end of the demo's coffee shop. */
export function isShopBackEnd(url: string, publicUrl: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(shopBackEnd(publicUrl));
}

/**
 * Sends requests to the back end of the demo's coffee shop to this process, wherever the public address leads, and all
 * other requests as before. So the demo works on any machine, and no other local address becomes reachable: tools,
 * redirects and crawlers still reach public addresses only. Closing the result leaves `outbound` open.
 *
 * @param secret proves to the back end that this service makes the request
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

/** Where a service that listens on `host` can be reached from its own machine. */
function ownAddress(host: string): string {
  return { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
}

/** The one address. A name may resolve to anything, since the operator chose it and nothing else is ever requested. */
function networksOf(here: string): readonly string[] {
  const bits = { 0: undefined, 4: 32, 6: 128 }[isIP(here)];
  return bits === undefined ? ["0.0.0.0/0", "::/0"] : [`${here}/${bits}`];
}
