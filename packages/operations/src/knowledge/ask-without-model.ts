import { setImmediate } from "node:timers/promises";
import { createAgent } from "@servicechat/agent";
import type { QuestionOption, ToolRow } from "@servicechat/contract";
import { modelSchema } from "@servicechat/contract/agent-file";
import { judgeAnswer } from "@servicechat/knowledge";
import type { GivenAnswer, Knowledge, EvaluationQuestion, Judgement } from "@servicechat/knowledge";
import type { AgentRecord, DocumentRecord } from "@servicechat/storage";

/** Asks one question in a new chat. @throws Error if the reply fails */
export type Ask = (question: string, signal: AbortSignal) => Promise<GivenAnswer>;

/**
 * Asks an agent as if its model were `extractive`: what it finds is quoted word for word, so the same knowledge gives
 * the same answers, and nothing is paid for. It has only those of its tools that ask no other server.
 */
export function askWithoutModel(
  agent: Pick<AgentRecord, "definition">,
  { knowledge }: { readonly knowledge: Pick<Knowledge, "search"> },
): Ask {
  const { definition } = agent;
  const extractive = {
    ...definition,
    model: modelSchema.parse({ provider: "extractive" }),
    fallbackModels: [],
    tools: [
      ...new Set([
        "search_knowledge" as const,
        ...definition.tools.filter((tool) => typeof tool === "string"),
      ]),
    ],
    followUps: false,
  };
  const search = serializeSearches(knowledge);
  const answerer = createAgent({
    search: (agentId) => (query, limit) => search(agentId, query, limit),
    environment: {},
    clock: { wallMs: () => Date.now(), monotonicMs: () => performance.now() },
    random: Math.random,
    // No reader follows this reply.
    pace: () => setImmediate(),
    log: { warn: () => undefined, error: () => undefined },
  });

  return async (question, signal) => {
    let text = "";
    let sources: readonly ToolRow[] = [];
    let options: readonly QuestionOption[] = [];
    const messages = [{ role: "user" as const, text: question }];
    const { failure, unanswered } = await answerer.reply({ agent: extractive, messages, signal }, (event) => {
      if (event.type === "text") text += event.data;
      if (event.type === "tool_usage_stop") sources = [...sources, ...(event.data.rows ?? [])];
      if (event.type === "ask_user_question")
        options = event.data.questions.flatMap((asked) => asked.options);
    });
    signal.throwIfAborted();
    if (failure) throw new Error(`"${question}" was not answered: ${failure}.`);
    return { text, sources, options, unsure: unanswered === true };
  };
}

/** A question, its answer, and the answer's quality. */
export interface JudgedAnswer {
  readonly question: EvaluationQuestion;
  readonly answer: GivenAnswer;
  readonly judgement: Judgement;
}

/** The number of simultaneous replies: they are streamed at reading speed, which costs nothing but time. */
const atOnce = 32;

/** Asks every question and judges the answers, in the order of the questions. @throws Error when a reply fails */
export async function judgeAnswers(
  questions: readonly EvaluationQuestion[],
  {
    ask,
    documents,
    onStep = () => undefined,
    signal = new AbortController().signal,
  }: {
    readonly ask: Ask;
    readonly documents: readonly DocumentRecord[];
    readonly onStep?: (step: { readonly done: number; readonly total: number }) => void;
    readonly signal?: AbortSignal;
  },
): Promise<readonly JudgedAnswer[]> {
  const judged: JudgedAnswer[] = [];
  let next = 0;
  let done = 0;
  async function takeNext(): Promise<void> {
    for (let at = next++; at < questions.length; at = next++) {
      const question = questions[at];
      if (!question) return;
      const answer = await ask(question.question, signal);
      judged[at] = { question, answer, judgement: judgeAnswer(question, answer, documents) };
      onStep({ done: ++done, total: questions.length });
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext));
  return judged;
}

/** Runs searches one after the other, with patience: the same question finds the same passages however busy the machine is. */
export function serializeSearches({ search }: Pick<Knowledge, "search">): Knowledge["search"] {
  let before: Promise<unknown> = Promise.resolve();
  return (agentId, query, limit, options) => {
    const found = before.then(() => search(agentId, query, limit, { ...options, isPatient: true }));
    before = found.catch(() => undefined);
    return found;
  };
}
