import { sql, type RawBuilder } from "kysely";

/**
 * Until when a chat is set aside, as a value for each row of `table`; null where it is not, or no longer: the visitor has
 * written since, or the chat has another holder. It is found by the place of the visitor's newest message and by the
 * epoch, so that nobody who writes has to undo it, and no clock is compared with that of another node.
 *
 * @param table has the chat's `id` and `epoch`
 */
export function snoozedUntil(table: "chats" | "sessions", now: number): RawBuilder<number | null> {
  const [id, epoch] = [sql.ref(`${table}.id`), sql.ref(`${table}.epoch`)];
  return sql`(
    select until from chat_snoozes
    where chat_snoozes.session_id = ${id} and chat_snoozes.epoch = ${epoch} and until > ${now}
      and not exists (
        select 1 from messages
        where messages.session_id = ${id} and (messages.turn > chat_snoozes.turn
          or (messages.turn = chat_snoozes.turn and messages.position > chat_snoozes.position))
      )
  )`;
}
