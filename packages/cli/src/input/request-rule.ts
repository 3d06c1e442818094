import { isIP } from "node:net";
import { createAddressRule } from "@servicechat/outbound";
import { isShopBackEnd } from "../demo/demo-back-end.ts";
import type { Settings } from "../settings/settings.ts";

/**
 * Says whether the service would make a request to an address in an agent file. A name is assumed to lead to a public
 * address, unless it means this machine wherever it is used.
 */
export function createRequestRule({
  allowedNetworks,
  publicUrl,
}: Pick<Settings, "allowedNetworks" | "publicUrl">): (url: string) => boolean {
  const mayReach = createAddressRule(allowedNetworks);
  return (url) => {
    if (isShopBackEnd(url, publicUrl)) return true;
    const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, "");
    if (/^(?:.*\.)?localhost$/.test(host)) return mayReach("127.0.0.1") || mayReach("::1");
    return isIP(host) === 0 || mayReach(host);
  };
}
