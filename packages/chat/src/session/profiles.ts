import { createPersistedValue, storageNames, type PersistedValue } from "./persisted-value.ts";
import type { StorageArea } from "./storage-areas.ts";

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
