import type { PostedMessage, Answers, GivenAnswer, Question } from "@servicechat/contract";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type {
  ConversationStore,
  FileStore,
  NewTurn,
  NewUserMessage,
  StoredQuestion,
  FileRecord,
} from "@servicechat/storage";
import { malformed } from "../request/malformed.ts";
import { visitorActions } from "../views/visitor-actions.ts";
import { checkAction } from "./check-action.ts";
import { answerText, givesConsent } from "../reply/given-answer.ts";
import type { ReplaceableTurn } from "./find-replaceable.ts";

type AnsweredQuestion = NonNullable<NewTurn["answers"]>[number];
type CheckedMessage = Omit<NewUserMessage, "id">;

interface CheckedMessages {
  readonly messages: readonly CheckedMessage[];
  /** Questions that this turn answers. */
  readonly answers: readonly AnsweredQuestion[];
  /** Uploads that this turn is the first to send. */
  readonly files: readonly string[];
}

interface CheckContext {
  /** The turn that this one takes the place of. */
  readonly replaced: ReplaceableTurn | undefined;
  readonly agent: AgentDefinition;
  /** `undefined` for a chat that has not begun: then no question can be answered. */
  readonly sessionId: string | undefined;
  readonly conversations: ConversationStore;
  readonly files: FileStore;
}

/** One posted block, checked. */
interface CheckedBlock {
  readonly message: CheckedMessage;
  readonly answered?: AnsweredQuestion;
  readonly sentFile?: string;
  /** Whether the reply begins with a request that the visitor decided on. */
  readonly makesRequest?: boolean;
}

/**
 * Turns posted blocks into messages in their stored form, and finds the questions they answer: by name, or, for
 * plain text, the one that the last reply ended with.
 *
 * @throws ServiceError `malformed_request` for a question, action or upload that is not this visitor's to answer, choose or
 *   send
 */
export async function checkMessages(
  posted: readonly PostedMessage[],
  context: CheckContext,
): Promise<CheckedMessages> {
  const blocks: CheckedBlock[] = [];
  for (const [index, message] of posted.entries()) {
    const block = await checkBlock(message, `messages[${index}].block`, context);
    refuseRepetition(block, `messages[${index}]`, blocks);
    blocks.push(block);
  }
  const answers = blocks.flatMap(({ answered }) => answered ?? []);
  const files = blocks.flatMap(({ sentFile }) => sentFile ?? []);
  const sentBefore = context.replaced?.files ?? [];
  return {
    messages: blocks.map(({ message }) => message),
    answers: answers.length > 0 ? answers : await answerToLastQuestion(posted, context),
    files: files.filter((id) => !sentBefore.includes(id)),
  };
}

/** @throws ServiceError `malformed_request` for what one of the messages `before` in the same request does already */
function refuseRepetition(
  { answered, sentFile, makesRequest }: CheckedBlock,
  field: string,
  before: readonly CheckedBlock[],
): void {
  if (answered && before.some((each) => each.answered?.questionId === answered.questionId))
    throw malformed(`${field}.block.questionId: this question was already answered in the same request`);
  // A reply begins with one call at most: then its stream and what the model reads of it are plain.
  if (makesRequest && before.some((each) => each.makesRequest))
    throw malformed(`${field}: another message in the same request already triggers an action`);
  if (sentFile !== undefined && before.some((each) => each.sentFile === sentFile))
    throw malformed(`${field}.block.uploadId: this file was already sent in the same request`);
}

async function checkBlock(
  posted: PostedMessage,
  field: string,
  context: CheckContext,
): Promise<CheckedBlock> {
  switch (posted.type) {
    case "text": {
      const text = posted.block.value;
      return { message: { content: text, parts: [{ type: "text", text }] } };
    }
    case "answer": {
      const { questionId } = posted.block;
      const asked = await findOpenQuestion(questionId, field, {
        ...context,
        reopened: context.replaced?.reopens,
      });
      const given = checkAnswer(posted.block, asked.questions, field);
      return {
        message: { content: answerText(given), parts: [{ type: "answer", questionId, ...given }] },
        answered: { questionId, ...given },
        makesRequest: givesConsent(asked, given),
      };
    }
    case "action": {
      const action = visitorActions(context.agent).find(({ id }) => id === posted.block.actionId);
      const { content, part, makesRequest } = checkAction(action, posted.block, field);
      return { message: { content, parts: [part] }, makesRequest };
    }
    case "file": {
      const { uploadId } = posted.block;
      const file = await findSendableFile(uploadId, { ...context, sentBefore: context.replaced?.files });
      if (!file) throw malformed(`${field}.uploadId: does not match an unsent file in this chat`);
      const { name, mediaType, size } = file;
      const message = { content: name, parts: [{ type: "file" as const, uploadId, name, mediaType, size }] };
      return { message, sentFile: uploadId };
    }
  }
}

/**
 * Plain text answers the question that the last reply ended with, if it is open. It neither confirms nor declines a
 * request: that question stays open.
 */
async function answerToLastQuestion(
  posted: readonly PostedMessage[],
  context: CheckContext,
): Promise<readonly AnsweredQuestion[]> {
  const said = posted.find((message) => message.type === "text");
  const asked = said && (await lastOpenQuestion(context));
  return asked ? [{ questionId: asked.id, ...answerInPlainText(asked, said.block.value) }] : [];
}

async function lastOpenQuestion({
  sessionId,
  conversations,
  replaced,
}: CheckContext): Promise<StoredQuestion | undefined> {
  if (sessionId === undefined) return undefined;
  const before = replaced?.turn ?? Number.MAX_SAFE_INTEGER;
  const [last] = await conversations.recentTurns({ sessionId, before, limit: 1 });
  return last?.reply.parts.find(
    (part): part is StoredQuestion =>
      part.type === "question" &&
      !part.confirm &&
      (part.answer === undefined || replaced?.reopens.includes(part.id) === true),
  );
}

type PostedAnswer = Extract<PostedMessage, { type: "answer" }>["block"];

/**
 * The question that an answer names. One that was answered in plain text is still open: that text may have been about
 * something else.
 *
 * @param field the answer's path in the request, for the refusal
 * @throws ServiceError `malformed_request` if it is not an open question of this chat
 */
async function findOpenQuestion(
  questionId: string,
  field: string,
  {
    sessionId,
    conversations,
    reopened = [],
  }: {
    readonly sessionId: string | undefined;
    readonly conversations: ConversationStore;
    /** Ids of questions whose answers are being taken back. */
    readonly reopened?: readonly string[] | undefined;
  },
): Promise<StoredQuestion> {
  const found =
    sessionId === undefined ? undefined : await conversations.findQuestion({ sessionId, questionId });
  const part = found?.reply.parts.find(
    (each): each is StoredQuestion => each.type === "question" && each.id === questionId,
  );
  if (!found || !part) throw malformed(`${field}.questionId: does not match a question in this chat`);
  if (part.answer && !part.answer.plainText && !reopened.includes(questionId))
    throw malformed(`${field}.questionId: this question has been answered already`);
  return part;
}

/**
 * Every answer must belong to a question; its text is free, since a visitor may always answer in their own words. Blank
 * answers are ignored, and duplicate choices count once.
 *
 * @throws ServiceError `malformed_request`
 */
function checkAnswer(block: PostedAnswer, questions: readonly Question[], field: string): GivenAnswer {
  const given = Object.entries(block.answers).map(([question, answer]) => {
    const asked = questions.find((each) => each.question === question);
    if (!asked)
      throw malformed(`${field}.answers: '${question.slice(0, 80)}' is not a question in this group`);
    if (typeof answer === "string") return [question, answer] as const;
    if (!asked.multiSelect)
      throw malformed(`${field}.answers: '${question.slice(0, 80)}' takes one answer, not a list`);
    return [question, [...new Set(answer)].filter((each) => each.trim() !== "")] as const;
  });
  const answers = Object.fromEntries(given.filter(([, answer]) => !isBlank(answer)));
  if (block.skipped) return { answers, skipped: true };
  if (Object.keys(answers).length > 0) return { answers };
  throw malformed(`${field}.answers: must answer at least one question, or set skipped to true`);
}

/** Plain text as an answer to open questions: it answers the first one. */
function answerInPlainText({ questions }: StoredQuestion, text: string): GivenAnswer {
  const answers = Object.fromEntries(questions.slice(0, 1).map(({ question }) => [question, text]));
  return { answers, plainText: true };
}

function isBlank(answer: Answers[string]): boolean {
  return typeof answer === "string" ? answer.trim() === "" : answer.length === 0;
}

interface Chat {
  /** `undefined` for a chat that has not begun: it has no files. */
  readonly sessionId: string | undefined;
  readonly files: FileStore;
  /** Uploads of a turn that is being replaced: its files may go along once more. */
  readonly sentBefore?: readonly string[] | undefined;
}

/** An upload of this chat that no message has sent yet, or only one that is being replaced. */
async function findSendableFile(
  id: string,
  { sessionId, files, sentBefore = [] }: Chat,
): Promise<FileRecord | undefined> {
  const [file] = sessionId === undefined ? [] : await files.find({ sessionId, ids: [id] });
  return file?.kind === "upload" && (file.sentAt === null || sentBefore.includes(id)) ? file : undefined;
}
