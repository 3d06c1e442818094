import { createPersistedValue, storageNames, type PersistedValue } from "./persisted-value.ts";
import type { StorageArea } from "./storage-areas.ts";
import type { Chat } from "../conversation/chat.ts";

/** What this device stores for one agent: shared values, and those of each user of the site who has signed in here. */
export interface Profiles {
  /** The id of the user who is signed in, as this tab knows it; empty for a visitor whom the site does not identify. */
  user: string;
  /** The same, as stored for all tabs whose pages say who is there. */
  readonly keptUser: PersistedValue;
  /** The name of a value that belongs to no user. */
  readonly commonName: (kind: string) => string;
  /** Stores a text of that kind for one user: by default the one who is signed in at the time of reading or writing. */
  valueOf(kind: string, areas: readonly StorageArea[], user?: () => string): PersistedValue;
}

/** Creates the profiles of one agent on one page's origin. */
export function createProfiles(
  agentId: string,
  parentOrigin: string,
  areas: readonly StorageArea[],
): Profiles {
  const commonName = storageNames(agentId, parentOrigin);
  const keptUser = createPersistedValue(commonName("user"), areas);
  const profiles: Profiles = {
    user: keptUser.read() ?? "",
    keptUser,
    commonName,
    valueOf(kind, among, user = () => profiles.user) {
      const stored = (): PersistedValue => createPersistedValue(commonName(kind) + suffix(user()), among);
      return {
        read: () => stored().read(),
        write: (value) => stored().write(value),
        forget: () => stored().forget(),
      };
    },
  };
  return profiles;
}

/**
 * Encodes a user for a cookie's name; different users have different results. Values from before there were users have
 * none.
 */
const suffix = (user: string): string =>
  Array.from(user, (sign) => `_${sign.codePointAt(0)?.toString(36)}`).join("");

/** What presence needs from its tab. */
interface PresenceDependencies {
  readonly chat: () => Pick<Chat, "agent" | "conversation" | "session" | "refresh">;
  /** Where tokens are stored. */
  readonly areas: readonly StorageArea[];
  /** As in `LinkDependencies`. */
  readonly onUser: (user: string) => void;
  /** Notifies the other tabs. */
  readonly changed: () => void;
}

/** Who is there, as the pages say. */
interface Presence {
  /** As in `DeviceLink`. */
  readonly setUser: (user: string) => void;
  /**
   * The agent is known, and with it where its chats are stored.
   *
   * @param token that of the user who is there
   */
  meet(profiles: Profiles, token: PersistedValue): void;
  /**
   * Switches to the user that another tab has set, if this page has identified its visitor itself. `false` if it is the
   * same user.
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
      // Until the page said who is there, this tab had no user; other tabs may still have one.
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
      // The last user may have signed out: until the page says who is there, this tab has no user.
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
