import { createHmac } from "node:crypto";
import type { Agent, AgentEvent, ReplyOutcome, Trace, ReplyRequest, User } from "@servicechat/agent";
import { StorageUnavailable } from "@servicechat/storage";
import type { ConversationStore, FileStore, RecentTurn } from "@servicechat/storage";
import type { ReplyObserver } from "./observe-reply.ts";
import type { UploadStore } from "../files/upload-store.ts";
import type { Log } from "../dependencies.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { secondsSince } from "../telemetry/seconds-since.ts";
import { newId } from "../new-id.ts";
import { idsOf, type ReplyJob } from "./reply-job.ts";
import type { ReplyOutlet } from "./reply-outlet.ts";
import { loadAttachments } from "../files/load-attachments.ts";
import { decidedCall } from "./approved-call.ts";
import { modelMessages } from "./model-messages.ts";
import { deriveKey } from "../derive-key.ts";

/** How a reply ends that has no word of the agent's. */
export const nothingSaid: ReplyOutcome = { transcript: [], ending: null, outputTokens: 0 };

/** The dependencies of calling the agent. */
export interface AskingDependencies {
  readonly agent: Agent;
  readonly conversations: ConversationStore;
  readonly files: FileStore;
  readonly keepImage: UploadStore["keepImage"];
  readonly hashUser: HashUser;
  /** Lets a reply ask for a person, where its agent may now. */
  readonly handoffToolOf: (job: ReplyJob) => Promise<Pick<ReplyRequest, "handOff">>;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** How one reply is asked for. */
interface Asking {
  readonly signal: AbortSignal;
  readonly trace: Trace | undefined;
  readonly emit: (event: AgentEvent) => void;
  readonly observer: ReplyObserver;
  readonly outlet: ReplyOutlet;
}

/**
 * Creates the function that has the agent answer a job, with the conversation as it is stored by then. It never
 * rejects.
 */
export function createAgentAsker({
  agent,
  keepImage,
  handoffToolOf,
  log,
  metrics,
  ...reading
}: AskingDependencies) {
  return async (job: ReplyJob, { signal, trace, emit, observer, outlet }: Asking): Promise<ReplyOutcome> => {
    try {
      // From the first reply on there is a 0 to count from: a rate is taken from what was there before.
      const tokens = metrics.tokensOf(job.agent.definition.id);
      const told = await readConversation(job, { ...reading, observer });
      const askedAt = performance.now();
      const outcome = await agent.reply(
        {
          agent: job.agent.definition,
          baseDirectory: job.agent.baseDirectory,
          ...told,
          ...(await handoffToolOf(job)),
          // A tool runs only once that is stored: a person who takes the chat before knows that nothing was done.
          ...(job.agent.definition.handoff && { mayAct: () => outlet.mayAct() }),
          ...(job.context !== undefined && { context: job.context }),
          ...(job.user && { user: job.user }),
          signal,
          keepImage: (image) => keepImage({ ...image, id: newId("img"), sessionId: job.sessionId }),
          ids: idsOf(job),
          ...(trace && { trace }),
        },
        emit,
      );
      metrics.model.observe(secondsSince(askedAt));
      tokens.input += outcome.usage?.inputTokens ?? 0;
      tokens.output += outcome.outputTokens;
      return outcome;
    } catch (cause) {
      if (!(cause instanceof StorageUnavailable)) return unforeseen(job, cause, log);
      log.warn({ ...idsOf(job), ...causeOf(cause) }, "a reply could not continue without the database");
      return { ...nothingSaid, failure: "storage_unavailable" };
    }
  };
}

/** An unforeseen error is logged with its cause, and is a normal failure to the visitor. */
export function unforeseen(job: ReplyJob, cause: unknown, log: Log): ReplyOutcome {
  log.error({ ...idsOf(job), err: cause }, "unnamed error");
  return { ...nothingSaid, failure: "internal" };
}

/** Newest turns read for the model. The agent then selects those that fit its token budget. */
const contextTurns = 20;

interface Dependencies {
  readonly conversations: ConversationStore;
  readonly files: FileStore;
  readonly hashUser: HashUser;
  readonly observer: Pick<ReplyObserver, "readTurns">;
}

/**
 * Reads the agent's input for the conversation. Its source records are released afterwards, instead of being held while
 * the agent answers.
 */
async function readConversation(
  { sessionId, turn: number, agent: { definition: agent }, user, isReopened }: ReplyJob,
  { conversations, files, hashUser, observer }: Dependencies,
): Promise<Pick<ReplyRequest, "messages" | "decided">> {
  const turns = await conversations.recentTurns({ sessionId, before: number + 1, limit: contextTurns });
  observer.readTurns(turns, number);
  const messages = modelMessages(
    turns.map((turn) => (turn.number === number ? withoutReply(turn, isReopened) : turn)),
    await loadAttachments(turns, { sessionId, files, agent }),
  );
  const asked = turns.find((turn) => turn.number === number);
  const context = { sessionId, agent, conversations, turns, askedOf: hashUser(user) };
  const decided = asked && !isReopened && (await decidedCall(asked, context));
  return { messages, ...(decided && { decided }) };
}

/**
 * The turn that is being answered has no reply yet, whatever its record says. One that was left to a person is
 * treated as if its reply had ended: what the visitor agreed to then is not done.
 */
function withoutReply(turn: RecentTurn, isReopened = false): RecentTurn {
  const { reply } = turn;
  const status = isReopened ? "complete" : reply.status;
  return { ...turn, reply: { ...reply, status, content: "", parts: [], transcript: [] } };
}

/**
 * Stands for the user who was asked something, without saying who it is; `undefined` if nobody is signed in, which
 * counts as a user too.
 */
export type HashUser = (user: User | undefined) => string | undefined;

/** Hashes made with the instance secret: someone who reads the database learns no ids from them. */
export function createUserHasher(secret: string): HashUser {
  const key = deriveKey(secret, "asked-user");
  return (user) => user && createHmac("sha256", key).update(user.id).digest("base64url");
}
