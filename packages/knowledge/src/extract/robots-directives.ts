/** What a page asks of those who read it by program. */
export type RobotsDirective = "noindex" | "nofollow";

/**
 * Reads the directives of a page's `<meta name="robots">`, several of which are joined with commas. `none` means both.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
export function readRobotsMeta(content: string): ReadonlySet<RobotsDirective> {
  const words = content.toLowerCase().split(/[\s,]+/);
  const found = new Set<RobotsDirective>();
  if (words.includes("noindex") || words.includes("none")) found.add("noindex");
  if (words.includes("nofollow") || words.includes("none")) found.add("nofollow");
  return found;
}

/**
 * Reads the same from a response's `X-Robots-Tag`. Directives after the name of a crawler, as in `otherbot: noindex`, are
 * only for that one.
 *
 * @param value the header; of several, their values joined with commas
 * @param crawler the name of who reads, which `*` names too
 */
export function readRobotsHeader(value: string | undefined, crawler: string): ReadonlySet<RobotsDirective> {
  let isForUs = true;
  const ours: string[] = [];
  for (const part of (value ?? "").toLowerCase().split(",")) {
    // Two directives have values of their own, which may contain colons: `unavailable_after: 25 Jun 2030 15:00:00 GMT`.
    const [, name, rest = part] = /^\s*([a-z0-9*_-]+)\s*:(.*)$/.exec(part) ?? [];
    if (name !== undefined && !/^(?:unavailable_after|max-)/.test(name))
      isForUs = name === "*" || name === crawler.toLowerCase();
    if (isForUs) ours.push(rest);
  }
  return readRobotsMeta(ours.join(","));
}
