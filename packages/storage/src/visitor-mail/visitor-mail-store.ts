/** The secret part of a link that leads back into a chat. */
export interface NewVisitorLink {
  /** Id of the mail that it is for. */
  readonly id: string;
  /** SHA-256, lower-case hex. */
  readonly hash: string;
  /** The database cannot read it. */
  readonly sealed: string;
}

/** Which mails are begun. */
export interface VisitorMailRules {
  readonly now: number;
  /** How long a visitor must have been away, and how old the first words must be that they have not seen, in milliseconds. */
  readonly awayMs: number;
  /** Words older than this are not mailed, in milliseconds. */
  readonly newestMs: number;
  /** How long links hold, in milliseconds. */
  readonly linkMs: number;
  /** Mails in 24 hours, at most: about one chat, and to one address. */
  readonly perDay: number;
  readonly newLink: () => NewVisitorLink;
}

/** A mail that is to be sent. */
export interface DueVisitorMail {
  readonly id: string;
  readonly agentId: string;
  readonly to: string;
  /** BCP 47, as the chat was read; `null` where it is not known. */
  readonly language: string | null;
  /** The page of the chat; `null` where there is none to lead to. */
  readonly page: string | null;
  readonly sealedLink: string;
  readonly expiresAt: number;
  /** Tries before this one. */
  readonly tried: number;
  readonly messages: readonly { readonly name: string; readonly text: string }[];
}

/**
 * Mail with what people wrote to visitors who were not there, and the links in it. Everything is deleted with the chat,
 * the address too.
 */
export interface VisitorMailStore {
  /** Keeps where a visitor wants answers, in a chat in which a person was asked for. They are there at that moment. */
  keepAddress(kept: {
    readonly sessionId: string;
    readonly email: string;
    readonly language: string | null;
    readonly page: string | null;
    readonly at: number;
  }): Promise<void>;
  /** Notes that visitors have seen all that was said before. Chats without an address are skipped. */
  seen(sessionIds: readonly string[], at: number): Promise<void>;
  /** Notes that visitors still seem to be there. What is said to them may get lost, if they are not. */
  present(sessionIds: readonly string[], at: number): Promise<void>;
  /** Begins the mails that are due by the rules; each is begun once, on whichever node. */
  begin(rules: VisitorMailRules): Promise<void>;
  /**
   * Takes mails for one sender until a time. One of which the visitor has seen everything meanwhile is dropped.
   */
  claim(query: {
    readonly now: number;
    readonly until: number;
    readonly limit: number;
  }): Promise<readonly DueVisitorMail[]>;
  /** Writes down how it stands after a try. Does nothing when the claim has passed to somebody else. */
  settle(result: {
    readonly id: string;
    /** The `until` of the claim. */
    readonly claim: number;
    readonly state: "pending" | "sent" | "failed";
    readonly nextAt: number | null;
  }): Promise<void>;
  /**
   * Uses up a link: whoever comes by it has the chat from then on, and the token before it is worth nothing. Else whoever
   * leaves a stranger's address would go on reading what that stranger writes.
   *
   * @param query.tokenHash of the new session token
   * @returns the session's id, and whether its token is this one already, so that nothing was changed; `undefined` for a link that is
   *   unknown, expired, of another agent, or used for another token, and where the chat has ended
   */
  open(query: {
    readonly linkHash: string;
    readonly agentId: string;
    readonly tokenHash: string;
    readonly idleSince: number;
    readonly createdSince: number;
    readonly now: number;
  }): Promise<{ readonly sessionId: string; readonly isRepeated: boolean } | undefined>;
  /** Whether a chat was opened by a link of a mail: then nobody knows whose it was before. */
  isOpened(sessionId: string): Promise<boolean>;
}
