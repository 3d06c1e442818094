import type { AgentRecord, DocumentRecord, KnowledgeStore } from "@servicechat/storage";
import type {
  Evaluation,
  EvaluationOptions,
  EvaluationQuestion,
  RankedAnswer,
  Ranking,
  RankingResult,
} from "../knowledge.ts";
import { isPage } from "./is-page.ts";

interface Parts {
  readonly knowledge: KnowledgeStore;
  readonly rank: (query: {
    readonly agentId: string;
    readonly query: string;
    readonly limit: number;
    readonly ranking: Ranking;
  }) => Promise<readonly { readonly documentId: string }[]>;
}

/** How far down a right page is looked for. */
const pagesLookedAt = 10;

/** Of one page, three passages at most are found. */
const passagesLookedAt = pagesLookedAt * 3;

/** Asks every question of a list in each ranking. */
export async function evaluate(
  { knowledge, rank }: Parts,
  { agent, questions }: { readonly agent: AgentRecord; readonly questions: readonly EvaluationQuestion[] },
  { onStep, signal }: EvaluationOptions,
): Promise<Evaluation> {
  const documents = await knowledge.documents(agent.id);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const rankings: readonly Ranking[] = agent.definition.knowledge.embeddings
    ? ["words", "vectors", "both"]
    : ["words"];
  const total = rankings.length * questions.length;

  const results: RankingResult[] = [];
  for (const ranking of rankings) {
    const answers: RankedAnswer[] = [];
    for (const { question, pages } of questions) {
      signal?.throwIfAborted();
      const passages = await rank({ agentId: agent.id, query: question, limit: passagesLookedAt, ranking });
      const ids = [...new Set(passages.map(({ documentId }) => documentId))];
      const found = ids.flatMap((id) => byId.get(id) ?? []).slice(0, pagesLookedAt);
      answers.push(answerOf({ question, pages }, found));
      onStep?.({ done: results.length * questions.length + answers.length, total });
    }
    results.push(resultOf(ranking, answers));
  }
  return { questions: questions.length, unknownPages: unknownPages(questions, documents), rankings: results };
}

function answerOf({ question, pages }: EvaluationQuestion, found: readonly DocumentRecord[]): RankedAnswer {
  const place = found.findIndex((document) => pages.some((page) => isPage(document, page)));
  const names = found.map(({ url, location }) => url ?? location);
  return { question, place: place < 0 ? null : place + 1, found: names };
}

function resultOf(ranking: Ranking, answers: readonly RankedAnswer[]): RankingResult {
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / Math.max(numbers.length, 1);
  const recallAt = (most: number) =>
    mean(answers.map(({ place }) => (place !== null && place <= most ? 1 : 0)));
  return {
    ranking,
    recall: { 1: recallAt(1), 3: recallAt(3), 5: recallAt(5), 10: recallAt(10) },
    meanReciprocalRank: mean(answers.map(({ place }) => (place === null ? 0 : 1 / place))),
    answers,
  };
}

function unknownPages(
  questions: readonly EvaluationQuestion[],
  documents: readonly DocumentRecord[],
): Evaluation["unknownPages"] {
  return questions.flatMap(({ question, pages }) =>
    pages
      .filter((page) => !documents.some((document) => isPage(document, page)))
      .map((page) => ({ question, page })),
  );
}
