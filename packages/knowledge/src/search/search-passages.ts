import type { AgentStore, KnowledgeStore } from "@servicechat/storage";
import type { Clock, Log } from "../create-knowledge.ts";
import { EmbeddingFault } from "../embed/embedder.ts";
import type { createEmbedderOpener } from "../embed/open-embedder.ts";
import type { Passage, Ranking } from "../knowledge.ts";
import { askMeaning, type MeaningParts } from "./by-meaning.ts";
import { liftHeadings } from "./lift-headings.ts";
import { orderByPage } from "./order-by-page.ts";
import { queryWords } from "./query-words.ts";
import { inReadingOrder } from "./reading-order.ts";
import { scoreByWords, withoutRepeats, type RankedPassage } from "./score-passages.ts";
import { weighPassages } from "./weigh-passages.ts";

interface Parts extends MeaningParts {
  readonly knowledge: KnowledgeStore;
  readonly agents: Pick<AgentStore, "find">;
  readonly openEmbedder: ReturnType<typeof createEmbedderOpener>;
  readonly clock: Clock;
  readonly log: Log;
}

interface SearchQuery {
  readonly agentId: string;
  readonly query: string;
  readonly limit: number;
}

/** Milliseconds for a vector of the question while a visitor waits, and while nobody does. */
const timeouts = { visitor: 2500, nobody: 60_000 };

/** How many passages each ranking is asked for: enough for the second and third of a page to be among them. */
const candidatesPerSearch = 120;

/** How many passages are taken apart for each that is asked for, since repeats are left out, and at least. */
const spare = 4;
const fewestMeasured = 40;

/** Milliseconds between two lines about an agent whose questions get no vectors. */
const quietMs = 600_000;
/** Milliseconds for which none is asked for after that, since every visitor would wait for it in vain. */
const restMs = 30_000;

/** Searches the knowledge of agents. */
export function createSearch(parts: Parts) {
  const { knowledge, agents, openEmbedder, clock, log } = parts;
  const complainedAt = new Map<string, number>();
  const failedAt = new Map<string, number>();

  /** A clock that was set back ends the rest too. */
  const isResting = (agentId: string) =>
    Math.abs(clock.wallMs() - (failedAt.get(agentId) ?? -Infinity)) < restMs;

  function complain(agentId: string, error: EmbeddingFault): void {
    const now = clock.wallMs();
    failedAt.set(agentId, now);
    if (now - (complainedAt.get(agentId) ?? -Infinity) < quietMs) return;
    complainedAt.set(agentId, now);
    log.warn({ agentId, err: error }, "questions get no vectors: knowledge is searched by words alone");
  }

  /** @throws EmbeddingFault when the ranking needs vectors and none can be had */
  async function rank({
    ranking,
    waiting,
    ...asked
  }: SearchQuery & { readonly ranking: Ranking; readonly waiting: keyof typeof timeouts }) {
    const { agentId, query } = asked;
    if (query.trim() === "" || asked.limit < 1) return [];
    const limit = Math.max(candidatesPerSearch, asked.limit * spare);
    const words = queryWords(query);
    const [found, near] = await Promise.all([
      words.length === 0 ? [] : knowledge.search({ agentId, words, limit }),
      ranking === "words" ? undefined : nearTo({ agentId, query, limit }, timeouts[waiting]),
    ]);
    if (!near && ranking === "vectors") return [];
    const weighed = await weighPassages(ranking, { found, near });
    const ordered = orderByPage(ranking === "vectors" ? weighed : liftHeadings(weighed, words));
    const scored = scoreByWords(ordered.slice(0, Math.max(fewestMeasured, asked.limit * spare)), words);
    return inReadingOrder(withoutRepeats(scored).slice(0, asked.limit));
  }

  async function nearTo({ agentId, query, limit }: SearchQuery, timeoutMs: number) {
    const embeddings = (await agents.find(agentId))?.definition.knowledge.embeddings;
    return (
      embeddings &&
      askMeaning(parts, { agentId, query, limit, timeoutMs, embedder: openEmbedder(embeddings) })
    );
  }

  return {
    /** For measuring: nobody waits. @throws EmbeddingFault as `rank` does */
    rank: (asked: SearchQuery & { readonly ranking: Ranking }) => rank({ ...asked, waiting: "nobody" }),

    /** The passages that answer a question best; empty when nothing matches. */
    async passages(asked: SearchQuery): Promise<readonly Passage[]> {
      try {
        const ranking = isResting(asked.agentId) ? "words" : "both";
        return (await rank({ ...asked, ranking, waiting: "visitor" })).map(passage);
      } catch (error) {
        if (!(error instanceof EmbeddingFault)) throw error;
        complain(asked.agentId, error);
        return (await rank({ ...asked, ranking: "words", waiting: "visitor" })).map(passage);
      }
    },
  };
}

function passage({ title, headings, text, url, anchor, score }: RankedPassage): Passage {
  return { title, headings, text, url: withAnchor(url, anchor), score };
}

function withAnchor(url: string | null, anchor: string | null): string | null {
  if (url === null || anchor === null) return url;
  const address = new URL(url);
  address.hash = anchor;
  return address.href;
}
