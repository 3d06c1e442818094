import type { PageRecord } from "@servicechat/storage";
import type { SourceCrawl, PageVisit } from "./crawl.ts";

/** A page that is as it was: nothing is read, and it leads where it led. */
export async function keepUnchangedPage(
  { run, crawls, taken, contents }: SourceCrawl,
  known: PageRecord,
  headers: Readonly<Record<string, string>>,
): Promise<PageVisit> {
  const { location, hash, links } = known;
  if (known.run !== run) {
    const etag = headers["etag"] ?? known.etag;
    await crawls.putPage({
      ...known,
      run,
      etag,
      lastModified: headers["last-modified"] ?? known.lastModified,
    });
  }
  if (location === null) return { outcome: "left_out", reason: "Nothing of it is kept, as before.", links };
  if (hash !== null && !contents.has(hash)) contents.set(hash, location);
  const repeats = taken.has(location);
  taken.add(location);
  return repeats
    ? { outcome: "left_out", reason: `It repeats ${location}.`, links }
    : { outcome: "unchanged", links };
}
