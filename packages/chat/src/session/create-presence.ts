import type { Chat } from "../conversation/chat.ts";
import type { PersistedValue } from "./persisted-value.ts";
import type { Profiles } from "./profiles.ts";
import type { StorageArea } from "./storage-areas.ts";

/** What presence needs from its tab. */
interface PresenceDependencies {
  readonly chat: () => Pick<Chat, "agent" | "conversation" | "session" | "refresh">;
  /** Where tokens are stored. */
  readonly areas: readonly StorageArea[];
  /** As of the link. */
  readonly onUser: (user: string) => void;
  /** Tells the other tabs. */
  readonly changed: () => void;
}

/** Who is there, as the pages say. */
export interface Presence {
  /** As of the link. */
  readonly setUser: (user: string) => void;
  /**
   * The agent is known, and with it where its chats are stored.
   *
   * @param token that of the user who is there
   */
  meet(profiles: Profiles, token: PersistedValue): void;
  /**
   * Switches to the user that another tab has set, if this page has said itself who is there. `false` if it is nobody
   * else.
   */
  follow(): boolean;
}

/** Creates it for the lifetime of the frame. */
export function createPresence({ chat, areas, onUser, changed }: PresenceDependencies): Presence {
  /** What this tab's page has said. */
  let pageUser: string | undefined;
  let known: { readonly profiles: Profiles; readonly token: PersistedValue } | undefined;
  const keptUser = (): string => known?.profiles.keptUser.read() ?? "";

  function setUser(user: string): void {
    const isRepeated = user === pageUser;
    pageUser = user;
    if (!known) return onUser(user);
    const { profiles } = known;
    if (user === profiles.user) {
      onUser(user);
      // Until the page said so, nobody was there in this tab; for the others somebody may still be.
      if (isRepeated || user === keptUser()) return;
      profiles.keptUser.write(user);
      return changed();
    }
    const anonymousToken = profiles.valueOf("token", areas, () => "");
    const session = anonymousToken.read();
    // Nothing is stored yet for a message that is just being sent: it starts a session, and continues in none.
    if (profiles.user === "" && (session || chat().conversation.peek().length > 0)) {
      profiles.valueOf("token", areas, () => user).write(session ?? "");
      anonymousToken.forget();
    }
    profiles.keptUser.write(user);
    switchUser(known, user, session);
    changed();
  }

  function switchUser({ profiles, token }: NonNullable<typeof known>, user: string, carried?: string): void {
    const before = profiles.user;
    profiles.user = user;
    onUser(user);
    const current = chat();
    const kept = token.read();
    // The chat that is kept is already on screen, including one whose session is just being opened. Before the agent is
    // known there is none.
    const drawn = current.session() ?? carried ?? (current.conversation.peek().length > 0 ? kept : undefined);
    if ((before !== "" || kept !== drawn) && current.agent.peek()) void current.refresh(true);
  }

  return {
    setUser,
    meet(profiles, token) {
      known = { profiles, token };
      // The last user may have signed out: until the page says so, nobody is there.
      if (pageUser === undefined) profiles.user = "";
      else setUser(pageUser);
    },
    follow() {
      if (!known || pageUser === undefined || keptUser() === known.profiles.user) return false;
      switchUser(known, keptUser());
      return true;
    },
  };
}
