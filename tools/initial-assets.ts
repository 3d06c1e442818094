/** The scripts and styles that a page initially loads, as paths within the folder it is served from. */
export function initialAssets(html: string): string[] {
  const tags = html.match(/<(?:script|link)\b[^>]*>/gi) ?? [];
  const addresses = tags.flatMap((tag) => {
    const source = attribute(tag, "src");
    if (source !== undefined) return [source];
    const relation = attribute(tag, "rel") ?? "";
    return /^(?:stylesheet|modulepreload)$/i.test(relation) ? (attribute(tag, "href") ?? []) : [];
  });
  return [
    ...new Set(
      addresses.map((address) => address.replace(/^(?:\.\/|\/chat\/|\/)/, "").replace(/[?#].*$/, "")),
    ),
  ];
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
}
