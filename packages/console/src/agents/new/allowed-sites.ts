/**
 * Entries of a key's domain list from what people write: addresses with a path or a query count as their site, and a
 * name is allowed with and without `www.`, since both usually show the same pages.
 */
export function allowedSites(written: string): readonly string[] {
  const entries = written
    .split(/[\s,;]+/u)
    .filter((entry) => entry !== "")
    .flatMap((entry) => {
      const site = siteOf(entry);
      const other = withOrWithoutWww(site);
      return other === undefined ? [site] : [site, other];
    });
  return [...new Set(entries)];
}

/** `https://shop.example` of `https://shop.example/de/?a=b`, `shop.example` of `shop.example/de`. */
function siteOf(entry: string): string {
  const [, scheme = "", host = entry] = /^([a-z][a-z\d+.-]*:\/\/)?([^/?#]*)/i.exec(entry) ?? [];
  return (scheme + host).toLowerCase();
}

/** Only for plain names: not below `*.`, not with a port, not for addresses of numbers or this machine. */
function withOrWithoutWww(site: string): string | undefined {
  const [, scheme = "", host = ""] = /^(https?:\/\/)?((?:[^.:/*]+\.)+[^.:/*]+)$/.exec(site) ?? [];
  const labels = host.split(".");
  if (host === "" || /^\d+$/.test(labels.at(-1) ?? "") || host.endsWith(".localhost")) return undefined;
  if (labels[0] === "www") return labels.length > 2 ? scheme + labels.slice(1).join(".") : undefined;
  return labels.length <= 3 ? `${scheme}www.${host}` : undefined;
}
