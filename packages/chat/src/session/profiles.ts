import { createPersistedValue, storageNames, type PersistedValue } from "./persisted-value.ts";
import type { StorageArea } from "./storage-areas.ts";

/** What is kept on this device for one agent: in common, and apart for each user of the site who has signed in here. */
export interface Profiles {
  /** The id of whoever is signed in, as this tab knows it; empty for a visitor of whom the site says nothing. */
  user: string;
  /** The same, as it is kept for all tabs whose pages say who is there. */
  readonly keptUser: PersistedValue;
  /** The name of what belongs to no user. */
  readonly commonName: (kind: string) => string;
  /** Keeps a text of that kind for one user: whoever is signed in at the moment of reading or writing. */
  valueOf(kind: string, areas: readonly StorageArea[], user?: () => string): PersistedValue;
}

/** Makes the profiles of one agent on one page's origin. */
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

/** What a cookie's name may hold, and different for different users. What was kept before there were users has none. */
const suffix = (user: string): string =>
  Array.from(user, (sign) => `_${sign.codePointAt(0)?.toString(36)}`).join("");
