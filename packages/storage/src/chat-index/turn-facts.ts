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

/** What chats count of their turns, by name; a missing name is 0. */
export type TurnCounts = Readonly<Record<string, number>>;

/**
 * What one turn adds to the counts of its chat. Names: `messages`; `people`, replies of people; `left`, messages left to
 * a person, those of replaced turns too; `begunLeft`, the chat began with such a message; `running`; `flagged`;
 * `unanswered`; `rating.<rating>`; `mark.<mark>`; `version.<number>`.
 */
export function countsOfTurn(turn: number, facts: TurnFacts): TurnCounts {
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
    ...(facts.rating !== undefined && { [`rating.${facts.rating}`]: 1 }),
    ...(facts.version !== undefined && { [`version.${facts.version}`]: 1 }),
    ...Object.fromEntries((facts.marks ?? []).map((mark) => [`mark.${mark}`, 1])),
  };
}
