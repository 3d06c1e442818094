import { openKnowledge, type OpenKnowledge } from "./open-knowledge.ts";
import { pageOf, startSite, type Site, type SitePage } from "../../../test/support/start-site.ts";

type Source = Parameters<OpenKnowledge["agent"]>[0][number];

/** A site with these pages, and an agent that knows nothing yet. */
export async function openCrawl(pages: Readonly<Record<string, SitePage>>) {
  const stack = new AsyncDisposableStack();
  const site: Site = stack.use(await startSite(pages));
  const known: OpenKnowledge = stack.use(await openKnowledge());
  const url = (values: Partial<Extract<Source, { url: string }>> = {}): Source => ({
    url: `${site.origin}/`,
    depth: 3,
    maxPages: 100,
    ...values,
  });
  return {
    site,
    known,
    url,
    sync: (...sources: readonly Source[]) => known.knowledge.sync(known.agent(sources)),
    locations: async () =>
      (await known.store.documents("shop")).map(({ location }) => location.replace(site.origin, "")),
    async texts(query: string) {
      const found = await known.knowledge.search("shop", query, 5);
      return found.map(({ text, url: link }) => `${text} (${link?.replace(site.origin, "")})`);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Why each page failed, by path. */
export const reasons = (report: { readonly faults: readonly { location: string; reason: string }[] }) =>
  Object.fromEntries(report.faults.map(({ location, reason }) => [new URL(location).pathname, reason]));

/** Five pages, up to three links apart. */
export const shop = {
  "/": pageOf("Shop", "Welcome to the shop of tents.", "/tents", "/stoves", "#top", "/tents#sizes"),
  "/tents": `<!doctype html><title>Tents</title><main><h1>Tents</h1><p>Tents are green.</p>
    <h2 id="sizes">Sizes</h2><p>Tents come for two or four sleepers.</p></main><nav><a href="deep/one">on</a></nav>`,
  "/stoves": pageOf("Stoves", "Stoves burn alcohol.", "https://elsewhere.example/", "mailto:a@b.example"),
  "/deep/one": pageOf("One", "Poles are made of aluminium.", "two"),
  "/deep/two": pageOf("Two", "Pegs are made of steel."),
};
