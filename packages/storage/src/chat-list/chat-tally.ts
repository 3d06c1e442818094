import type { KnownAddress } from "./address-since.ts";

/**
 * The part of a turn that its chat's row is made of, kept as JSON in `chat_turns`: a change of the turn then changes the
 * row by the difference, however many turns the chat has. What is left out is not there.
 */
export interface TurnFacts {
  readonly author: "agent" | "person" | "nobody";
  /** The visitor's messages. */
  readonly messages: number;
  /** When its reply began. */
  readonly at: number;
  /** Of its reply, as in `replies`. */
  readonly status: string;
  /** A later turn has replaced it. */
  readonly replaced?: true;
  readonly rating?: string;
  readonly unanswered?: true;
  readonly flagged?: true;
  readonly marks?: readonly string[];
  readonly language?: string;
  readonly version?: number;
  readonly keyId?: string;
  /** Whom the site says that the visitor is. */
  readonly user?: { readonly id: string; readonly name?: string };
}

/** Name of the count of turns without an answer: the reply failed, broke off, or looked for an answer and found none. */
export const withoutAnswer = "withoutAnswer";

/** What chats count of their turns, by name; a missing name is 0. */
export type TurnCounts = Readonly<Record<string, number>>;

/**
 * What one turn adds to the counts of its chat. Names: `messages`; `people`, replies of people; `left`, messages left to
 * a person, those of replaced turns too; `begunLeft`, the chat began with such a message; `running`; `flagged`;
 * `unanswered`; `withoutAnswer`; `rating.<rating>`; `mark.<mark>`; `version.<number>`.
 */
function countsOfTurn(turn: number, facts: TurnFacts): TurnCounts {
  const { author, messages } = facts;
  const left = author === "nobody" ? { left: messages, ...(turn === 1 && { begunLeft: 1 }) } : {};
  if (facts.replaced) return left;
  return {
    ...left,
    messages: messages + (author === "nobody" ? 0 : 1),
    ...(author === "person" && { people: 1 }),
    ...(author === "agent" && facts.status === "streaming" && { running: 1 }),
    ...(facts.flagged && { flagged: 1 }),
    ...(facts.unanswered && { unanswered: 1 }),
    ...(isWithoutAnswer(facts) && { [withoutAnswer]: 1 }),
    ...(facts.rating !== undefined && { [`rating.${facts.rating}`]: 1 }),
    ...(facts.version !== undefined && { [`version.${facts.version}`]: 1 }),
    ...Object.fromEntries((facts.marks ?? []).map((mark) => [`mark.${mark}`, 1])),
  };
}

function isWithoutAnswer({ status, unanswered }: TurnFacts): boolean {
  return unanswered === true || status === "failed" || status === "incomplete";
}

/** What the newest turn that has it says of the chat. Replaced turns say nothing, but for people's. */
const latestOf = {
  /** Any turn. */
  turn: ({ replaced }: TurnFacts) => (replaced ? undefined : true),
  reply: ({ replaced, author, status, unanswered }: TurnFacts) =>
    replaced || author !== "agent" ? undefined : { status, isUnanswered: unanswered ?? false },
  rating: ({ replaced, author, rating }: TurnFacts) => (replaced || author !== "agent" ? undefined : rating),
  language: ({ replaced, language }: TurnFacts) => (replaced ? undefined : language),
  keyId: ({ replaced, keyId }: TurnFacts) => (replaced ? undefined : keyId),
  user: ({ replaced, user }: TurnFacts) => (replaced ? undefined : user),
  /** When a person last wrote. */
  personAt: ({ author, at }: TurnFacts) => (author === "person" ? at : undefined),
};

/** One of the facts of which a chat's row has the newest. */
type LatestName = keyof typeof latestOf;

type Latest = {
  readonly [Name in LatestName]?: {
    readonly turn: number;
    readonly value: NonNullable<ReturnType<(typeof latestOf)[Name]>>;
  };
};

/** What is known of a chat's turns as a whole, kept as JSON in `chats`. */
export interface ChatTally {
  /** Summed over all turns, see `countsOfTurn`. */
  readonly counts: TurnCounts;
  readonly latest: Latest;
  /** The first turn that was not replaced. */
  readonly first?: number;
  /** How far it is known whether the visitor waits for an answer by mail, see `addressSince`. */
  readonly address?: KnownAddress;
}

/** The tally of a chat without turns. */
export const emptyTally: ChatTally = { counts: {}, latest: {} };

/** A turn, before and after it changed; `undefined` where it did not exist, or no longer does. */
interface TurnChange {
  readonly turn: number;
  readonly before: TurnFacts | undefined;
  readonly after: TurnFacts | undefined;
}

/**
 * Reads turns of the chat that have not changed, nearest first: those below a turn, or above it.
 *
 * @param from exclusive, like `to`
 */
export type ReadTurns = (range: {
  readonly from: number;
  readonly to: number;
  readonly order: "asc" | "desc";
}) => AsyncIterable<{ readonly turn: number; readonly facts: TurnFacts }>;

/**
 * The tally after changes of turns. Only if a turn that the tally names has lost what it is named for are others read,
 * up to the nearest that has it.
 */
export async function tallyAfter(
  tally: ChatTally,
  changes: readonly TurnChange[],
  readTurns: ReadTurns,
): Promise<ChatTally> {
  const latest: Record<string, unknown> = {};
  for (const name of Object.keys(latestOf) as LatestName[]) {
    const found = await findLatest(name, tally, changes, readTurns);
    if (found) latest[name] = found;
  }
  const first = await findFirst(tally.first, changes, readTurns);
  return {
    counts: countsAfter(tally.counts, changes),
    latest: latest as Latest,
    ...(first !== undefined && { first }),
    ...(tally.address && { address: tally.address }),
  };
}

/** What the turns of a chat add up to after changes. */
export function countsAfter(counts: TurnCounts, changes: readonly TurnChange[]): TurnCounts {
  const sums: Record<string, number> = { ...counts };
  const add = (turn: number, facts: TurnFacts | undefined, sign: 1 | -1) => {
    if (!facts) return;
    for (const [name, count] of Object.entries(countsOfTurn(turn, facts)))
      sums[name] = (sums[name] ?? 0) + sign * count;
  };
  for (const { turn, before, after } of changes) {
    add(turn, before, -1);
    add(turn, after, 1);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

async function findLatest(
  name: LatestName,
  tally: ChatTally,
  changes: readonly TurnChange[],
  readTurns: ReadTurns,
): Promise<{ readonly turn: number; readonly value: unknown } | undefined> {
  const known = tally.latest[name];
  const changed = changes
    .map(({ turn, after }) => ({ turn, value: after && latestOf[name](after) }))
    .filter(({ value }) => value !== undefined)
    .reduce<{ turn: number; value: unknown } | undefined>(
      (newest, one) => (newest && newest.turn > one.turn ? newest : one),
      undefined,
    );
  if (!known || (changed && changed.turn >= known.turn)) return changed;
  if (!changes.some(({ turn }) => turn === known.turn)) return known;
  const range = { from: changed?.turn ?? 0, to: known.turn, order: "desc" } as const;
  for await (const { turn, facts } of readTurns(range)) {
    const value = latestOf[name](facts);
    if (value !== undefined) return { turn, value };
  }
  return changed;
}

async function findFirst(
  known: number | undefined,
  changes: readonly TurnChange[],
  readTurns: ReadTurns,
): Promise<number | undefined> {
  const inPlace = changes.filter(({ after }) => after && !after.replaced).map(({ turn }) => turn);
  const changed = inPlace.length === 0 ? undefined : Math.min(...inPlace);
  if (known === undefined || (changed !== undefined && changed <= known)) return changed;
  if (!changes.some(({ turn }) => turn === known)) return known;
  const range = { from: known, to: changed ?? Number.MAX_SAFE_INTEGER, order: "asc" } as const;
  for await (const { turn, facts } of readTurns(range)) if (!facts.replaced) return turn;
  return changed;
}
