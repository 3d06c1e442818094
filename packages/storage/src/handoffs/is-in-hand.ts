import { sql } from "kysely";

/**
 * Whether a session's chat is not with its agent: the condition of the index of these chats. It is written out, since
 * SQLite finds no index of some rows by a parameter.
 */
export const isInHand = sql<boolean>`sessions.holder != 'agent'`;
