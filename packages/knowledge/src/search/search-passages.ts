import { mergeAnswers } from "../approved-answers/match-answers.ts";
import type { AnswerDraft, createAnswerMatcher } from "../approved-answers/match-answers.ts";
import { termsOf, type Term } from "@servicechat/contract/language";
import type { AgentStore, KnowledgeStore } from "@servicechat/storage";
import type { Clock, Log } from "../create-knowledge.ts";
import { EmbeddingError, type Embedder } from "../embeddings/embedder.ts";
import type { createEmbedderOpener } from "../embeddings/open-embedder.ts";
import type { Passage, Ranking } from "../knowledge.ts";
import { askMeaning, type MeaningDependencies } from "./by-meaning.ts";
import { gatherCandidates } from "./gather-candidates.ts";
import { completeLinks } from "../split/pointers.ts";
import { languageOf } from "./language-of.ts";
import { measureCoverage } from "./measure-coverage.ts";
import { queryWords } from "./query-words.ts";
import { rankCandidates, type RankedPassage } from "./rank-candidates.ts";
import { inReadingOrder, withoutRepeats } from "./reading-order.ts";
import { respell } from "./respell.ts";

interface Dependencies extends MeaningDependencies {
  readonly knowledge: KnowledgeStore;
  readonly matchAnswers: ReturnType<typeof createAnswerMatcher>;
  readonly agents: Pick<AgentStore, "find">;
  readonly openEmbedder: ReturnType<typeof createEmbedderOpener>;
  readonly clock: Clock;
  readonly log: Log;
}

interface SearchQuery {
  readonly agentId: string;
  readonly query: string;
  readonly limit: number;
  /** An approved answer that is looked for too, in place of the one with its id. */
  readonly draft?: AnswerDraft;
}

/** The meaning of a question, as far as it is known. */
interface Meaning {
  readonly vector: Float32Array;
  readonly embedder: Embedder;
}

/** Milliseconds for a vector of the question, by whether a visitor is waiting. */
const timeouts = { visitor: 2500, nobody: 60_000 };

/** How many passages each ranking is asked for, and how many for each that is wanted, since repeats are left out. */
const candidatesPerSearch = 60;
const spare = 4;

/** The maximum number of words in a database query, including synonyms. */
const maxWordsSearched = 40;

/** Milliseconds between two lines about an agent whose questions get no vectors. */
const quietMs = 600_000;
/** Milliseconds for which none is requested after a failure, since every visitor would wait for nothing. */
const restMs = 30_000;

/** A message may be longer; its beginning says what it is about, in characters. */
const maxQuery = 2_000;

/** Longer questions have no approved answer. */
const maxQuestion = 500;

/** A passage with a lower score is hardly an answer. */
const fits = 0.35;
/** Where one has such a score, the question is not looked for in other words: that takes as long again. */
const isNear = 0.3;
/** One with a lower score hardly helps. */
const helps = 0.2;

interface Ranked {
  readonly passages: readonly RankedPassage[];
  /** The question with misspelt words corrected, if it was searched in that form. */
  readonly readAs?: string;
}

type Asking = SearchQuery & { readonly ranking: Ranking; readonly waiting: keyof typeof timeouts };

/** Searches the knowledge of agents. */
export function createSearch(dependencies: Dependencies) {
  const { knowledge, agents, openEmbedder, matchAnswers, clock, log } = dependencies;
  const complainedAt = new Map<string, number>();
  const failedAt = new Map<string, number>();

  /** A clock that was set back ends the rest too. */
  const isResting = (agentId: string) =>
    Math.abs(clock.wallMs() - (failedAt.get(agentId) ?? -Infinity)) < restMs;

  function complain(agentId: string, error: EmbeddingError): void {
    const now = clock.wallMs();
    if (error.retryAfter !== 0) failedAt.set(agentId, now);
    if (now - (complainedAt.get(agentId) ?? -Infinity) < quietMs) return;
    complainedAt.set(agentId, now);
    log.warn({ agentId, err: error }, "questions get no vectors: knowledge is searched only by words");
  }

  /** Passages and approved answers. @throws EmbeddingError when the ranking needs vectors and none can be had */
  async function rank(asked: Asking): Promise<Ranked> {
    const asking = { ...asked, query: asked.query.slice(0, maxQuery) };
    const { agentId, query, limit, draft } = asking;
    const { meaning, ...ranked } = await rankPassages(asking);
    const text = ranked.readAs ?? query;
    const terms = termsOf(text, queryWords(text));
    const answers = await matchAnswers({
      agentId,
      query: text,
      terms,
      draft,
      timeoutMs: timeouts[asking.waiting],
      ...meaning,
    });
    const passages = mergeAnswers(ranked.passages, limit < 1 ? [] : answers, limit);
    return { ...ranked, passages };
  }

  async function rankPassages({
    ranking,
    waiting,
    limit: wanted,
    ...asked
  }: Asking): Promise<Ranked & { readonly meaning?: Meaning | undefined }> {
    const { agentId, query } = asked;
    if (query.trim() === "" || wanted < 1) return { passages: [] };
    const limit = Math.max(candidatesPerSearch, wanted * spare);
    const terms = termsOf(query, queryWords(query));
    const [found, near] = await Promise.all([
      findByWords({ agentId, terms, limit }),
      ranking === "words" ? undefined : nearTo({ agentId, query, terms, limit }, timeouts[waiting]),
    ]);
    if (!near && ranking === "vectors") return { passages: [] };
    const meaning = near?.meaning;
    const order = async (by: readonly Term[], byWords: typeof found, asking = query) => {
      const [candidates, frequencies] = await Promise.all([
        gatherCandidates(dependencies.wordings, ranking, { found: byWords, near }),
        knowledge.frequencies({ agentId, words: by.map(({ word }) => word) }),
      ]);
      const known = { question: asking, terms: by, frequencies };
      const ranked = rankCandidates(ranking, measureCoverage(candidates, known));
      return inReadingOrder(withoutRepeats(ranked, wanted));
    };
    const passages = await order(terms, found);
    if (ranking === "vectors" || bestScore(passages) >= isNear) return { passages, meaning };
    // Nothing is near. The meaning stays as it was: a vector is not misled by a letter, nor by one language more than another.
    let best: Ranked = { passages };
    for await (const { readAs, ...other } of otherwise({ agentId, query, terms })) {
      const again = await order(other.terms, await findByWords({ agentId, limit, ...other }), readAs);
      // A word that is right and that the pages do not have must not become another one that is of no use either.
      const enough =
        readAs === undefined ? bestScore(best.passages) : best.passages.length === 0 ? helps : fits;
      if (bestScore(again) > enough) best = { passages: again, ...(readAs !== undefined && { readAs }) };
      if (bestScore(best.passages) >= fits) break;
    }
    return { ...best, meaning };
  }

  /** Other meanings of a question: synonyms, also in the documents' language, or the correction of a misspelt word. */
  async function* otherwise({
    agentId,
    query,
    terms,
  }: Pick<SearchQuery, "agentId" | "query"> & { readonly terms: readonly Term[] }): AsyncGenerator<{
    readonly terms: readonly Term[];
    readonly isAcross: boolean;
    readonly readAs?: string;
  }> {
    const language = await languageOf(knowledge, agentId);
    const translated = termsOf(query, queryWords(query), language);
    if (translated.some(({ alternatives }) => alternatives.length > 0))
      yield { terms: translated, isAcross: true };
    const respelled = isForeign(terms) ? undefined : await respell(knowledge, { agentId, query, terms });
    if (respelled === undefined) return;
    yield { terms: termsOf(respelled, queryWords(respelled), language), isAcross: false, readAs: respelled };
  }

  async function findByWords({
    agentId,
    terms,
    limit,
    isAcross = isForeign(terms),
  }: Pick<SearchQuery, "agentId" | "limit"> & {
    readonly terms: readonly Term[];
    /** Whether the documents are in another language than the question. */
    readonly isAcross?: boolean;
  }) {
    const words = terms.map(({ word }) => word);
    // Within one language they find more passages, and more right ones only where nothing has the question's own words.
    const others = isAcross ? terms.flatMap(({ alternatives }) => alternatives) : [];
    const all = [...new Set([...words, ...others])].slice(0, maxWordsSearched);
    return all.length === 0 ? [] : knowledge.search({ agentId, words: all, limit });
  }

  async function nearTo(
    { agentId, query, terms, limit }: SearchQuery & { readonly terms: readonly Term[] },
    timeoutMs: number,
  ) {
    const embeddings = (await agents.find(agentId))?.definition.knowledge.embeddings;
    if (!embeddings) return undefined;
    const embedder = openEmbedder(embeddings, agentId);
    // A model that reads English alone is asked with what is known of the question in English.
    const inEnglish = embedder.onlyEnglish && isForeign(terms);
    const text = inEnglish ? terms.map(({ english }) => english).join(" ") : query;
    const near = await askMeaning(dependencies, { agentId, query: text, limit, timeoutMs, embedder });
    return near && { ...near, meaning: { vector: near.vector, embedder } };
  }

  return {
    /** For measuring, when no visitor is waiting. @throws EmbeddingError as `rank` does */
    rank: async (asked: SearchQuery & { readonly ranking: Ranking }) =>
      (await rank({ ...asked, waiting: "nobody" })).passages,

    /** By words alone: it is asked before every reply. */
    async hasVerbatim({ agentId, query }: Pick<SearchQuery, "agentId" | "query">): Promise<boolean> {
      if (query.length > maxQuestion) return false;
      const terms = termsOf(query, queryWords(query));
      const asked = { agentId, query, terms, timeoutMs: timeouts.visitor, onlyVerbatim: true };
      return (await matchAnswers(asked)).some(({ isClose }) => isClose);
    },

    /** The passages that answer a question best; empty when nothing matches. */
    async passages({
      isPatient = false,
      ...asked
    }: SearchQuery & { readonly isPatient?: boolean }): Promise<readonly Passage[]> {
      const waiting = isPatient ? "nobody" : "visitor";
      try {
        const ranking = isResting(asked.agentId) ? "words" : "both";
        return asPassages(await rank({ ...asked, ranking, waiting }));
      } catch (error) {
        if (!(error instanceof EmbeddingError)) throw error;
        complain(asked.agentId, error);
        return asPassages(await rank({ ...asked, ranking: "words", waiting }));
      }
    },
  };
}

/** Whether any word of a question is known to be of another language than English. */
function isForeign(terms: readonly Term[]): boolean {
  return terms.some(({ word, english }) => word !== english);
}

const bestScore = (passages: readonly RankedPassage[]) => Math.max(0, ...passages.map(({ score }) => score));

function asPassages({ passages, readAs }: Ranked): readonly Passage[] {
  return passages.map((found) => ({ ...passage(found), ...(readAs !== undefined && { readAs }) }));
}

function passage(ranked: RankedPassage): Passage {
  const { title, headings, text, url, anchor, score, approved, startsWithAnswer } = ranked;
  return {
    title,
    headings,
    text: approved ? text : completeLinks(text, url) || text,
    url: withAnchor(url, anchor),
    score,
    ...(startsWithAnswer && { startsWithAnswer }),
    ...(approved && { approved }),
  };
}

function withAnchor(url: string | null, anchor: string | null): string | null {
  if (url === null || anchor === null) return url;
  const address = new URL(url);
  address.hash = anchor;
  return address.href;
}
