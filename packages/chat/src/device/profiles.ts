import { createKeeper, keeperNames, type Keeper } from "../session/create-keeper.ts";
import type { Place } from "../session/places.ts";

/** What is kept on this device for one agent: in common, and apart for each user of the site who has signed in here. */
export interface Profiles {
  /** The id of whoever is signed in, as this tab knows it; empty for a visitor of whom the site says nothing. */
  user: string;
  /** The same, as it is kept for all tabs and for pages that say nothing of it. */
  readonly keptUser: Keeper;
  /** The name of what belongs to no user. */
  readonly commonName: (kind: string) => string;
  /** Keeps a text of that kind for one user: whoever is signed in at the moment of reading or writing. */
  keeperOf(kind: string, places: readonly Place[], user?: () => string): Keeper;
}

/** Makes the profiles of one agent on one page's origin. */
export function createProfiles(agentId: string, parentOrigin: string, places: readonly Place[]): Profiles {
  const commonName = keeperNames(agentId, parentOrigin);
  const keptUser = createKeeper(commonName("user"), places);
  const profiles: Profiles = {
    user: keptUser.read() ?? "",
    keptUser,
    commonName,
    keeperOf(kind, among, user = () => profiles.user) {
      const keeper = (): Keeper => createKeeper(commonName(kind) + suffix(user()), among);
      return {
        read: () => keeper().read(),
        write: (value) => keeper().write(value),
        forget: () => keeper().forget(),
      };
    },
  };
  return profiles;
}

/** What a cookie's name may hold, and different for different users. What was kept before there were users has none. */
const suffix = (user: string): string =>
  Array.from(user, (sign) => `_${sign.codePointAt(0)?.toString(36)}`).join("");
