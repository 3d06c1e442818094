import type {
  AgentRecord,
  ApprovedAnswerStore,
  DocumentRecord,
  KnowledgeStore,
  NewPassage,
} from "@servicechat/storage";
import type {
  Evaluation,
  EvaluationOptions,
  EvaluationQuestion,
  RankedAnswer,
  RankingResult,
} from "./evaluation.ts";
import type { Ranking } from "../knowledge.ts";
import { isPage, isSection, hasFact } from "./judge-answer.ts";
import { withApproved } from "./with-approved.ts";

interface RankedPassage {
  readonly documentId: string;
  readonly headings: readonly string[];
}

interface Dependencies {
  readonly knowledge: KnowledgeStore;
  readonly approvedAnswers: Pick<ApprovedAnswerStore, "list">;
  readonly rank: (query: {
    readonly agentId: string;
    readonly query: string;
    readonly limit: number;
    readonly ranking: Ranking;
  }) => Promise<readonly RankedPassage[]>;
}

/** How far down a right page is looked for. */
const pagesLookedAt = 10;

/** Of one page, three passages at most are found. */
const passagesLookedAt = pagesLookedAt * 3;

/** How many passages an agent is given to answer from. */
const passagesGiven = 6;

/** Asks every question of a list in each ranking. Those that no page answers are left out: there is nothing to find. */
export async function evaluate(
  { knowledge, approvedAnswers, rank }: Dependencies,
  { agent, questions }: { readonly agent: AgentRecord; readonly questions: readonly EvaluationQuestion[] },
  { onStep, signal }: EvaluationOptions,
): Promise<Evaluation> {
  const scope = { agents: [agent.id] };
  const approved = withApproved(questions, await approvedAnswers.list({ scope }));
  const documents = [...(await knowledge.documents(agent.id)), ...approved.documents];
  const byId = new Map(documents.map((document) => [document.id, document]));
  const rankings: readonly Ranking[] = agent.definition.knowledge.embeddings
    ? ["words", "vectors", "both"]
    : ["words"];
  const findable = approved.questions.filter(({ pages }) => pages.length > 0);
  const total = rankings.length * findable.length;

  const results: RankingResult[] = [];
  for (const ranking of rankings) {
    const answers: RankedAnswer[] = [];
    for (const question of findable) {
      signal?.throwIfAborted();
      const asked = { agentId: agent.id, query: question.question, ranking };
      const passages = await rank({ ...asked, limit: passagesLookedAt });
      const given = question.sections?.length ? await rank({ ...asked, limit: passagesGiven }) : [];
      answers.push(answerOf(question, { passages, given, byId }));
      onStep?.({ done: results.length * findable.length + answers.length, total });
    }
    results.push(resultOf(ranking, answers));
  }
  const passages = async (id: string) => approved.passagesOf(id) ?? knowledge.passages(id);
  const unknown = await findUnknown({ passages }, { documents, questions: findable });
  return { questions: questions.length, ...unknown, rankings: results };
}

function answerOf(
  { question, pages, sections = [] }: EvaluationQuestion,
  {
    passages,
    given,
    byId,
  }: {
    readonly passages: readonly RankedPassage[];
    readonly given: readonly RankedPassage[];
    readonly byId: ReadonlyMap<string, DocumentRecord>;
  },
): RankedAnswer {
  const isRight = (document: DocumentRecord) => pages.some((page) => isPage(document, page));
  const ids = [...new Set(passages.map(({ documentId }) => documentId))];
  const found = ids.flatMap((id) => byId.get(id) ?? []).slice(0, pagesLookedAt);
  const sectionPlace = placeOf(given, ({ documentId, headings }) => {
    const document = byId.get(documentId);
    return (
      document !== undefined &&
      isRight(document) &&
      sections.some((section) => isSection({ headings }, section))
    );
  });
  return {
    question,
    place: placeOf(found, isRight),
    ...(sections.length > 0 && { sectionPlace }),
    found: found.map(({ url, location }) => url ?? location),
  };
}

function placeOf<Item>(items: readonly Item[], isRight: (item: Item) => boolean): number | null {
  const index = items.findIndex(isRight);
  return index < 0 ? null : index + 1;
}

function resultOf(ranking: Ranking, answers: readonly RankedAnswer[]): RankingResult {
  const recallAt = (max: number) => mean(answers.map(({ place }) => within(place, max)));
  const sectionPlaces = answers.flatMap(({ sectionPlace }) =>
    sectionPlace === undefined ? [] : [sectionPlace],
  );
  const sectionsAt = (max: number) => mean(sectionPlaces.map((place) => within(place, max)));
  return {
    ranking,
    recall: { 1: recallAt(1), 3: recallAt(3), 5: recallAt(5), 10: recallAt(10) },
    meanReciprocalRank: mean(answers.map(({ place }) => (place === null ? 0 : 1 / place))),
    ...(sectionPlaces.length > 0 && { sectionRecall: { 1: sectionsAt(1), 6: sectionsAt(passagesGiven) } }),
    answers,
  };
}

const within = (place: number | null, max: number) => (place !== null && place <= max ? 1 : 0);

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(numbers.length, 1);

/** Names in questions that the knowledge does not have: typos, which would count as wrong answers. */
async function findUnknown(
  knowledge: Pick<KnowledgeStore, "passages">,
  {
    documents,
    questions,
  }: {
    readonly documents: readonly DocumentRecord[];
    readonly questions: readonly EvaluationQuestion[];
  },
): Promise<Pick<Evaluation, "unknownPages" | "unknownSections" | "unknownFacts">> {
  const unknownPages: Evaluation["unknownPages"][number][] = [];
  const unknownSections: Evaluation["unknownSections"][number][] = [];
  const unknownFacts: Evaluation["unknownFacts"][number][] = [];
  for (const { question, pages, sections = [], fact } of questions) {
    const missing = pages.filter((page) => !documents.some((document) => isPage(document, page)));
    unknownPages.push(...missing.map((page) => ({ question, page })));
    if (missing.length === pages.length || (sections.length === 0 && fact === undefined)) continue;

    const right = documents.filter((document) => pages.some((page) => isPage(document, page)));
    const passages = (await Promise.all(right.map(({ id }) => knowledge.passages(id)))).flat();
    const isOf = (section: string) => (passage: NewPassage) => isSection(passage, section);
    const unknown = sections.filter((section) => !passages.some(isOf(section)));
    unknownSections.push(...unknown.map((section) => ({ question, section })));
    if (fact === undefined || (sections.length > 0 && unknown.length === sections.length)) continue;

    const telling =
      sections.length === 0
        ? passages
        : passages.filter((one) => sections.some((section) => isOf(section)(one)));
    if (!hasFact(telling.map(({ text }) => text).join("\n\n"), fact)) unknownFacts.push({ question, fact });
  }
  return { unknownPages, unknownSections, unknownFacts };
}
