import type { CommandParts } from "../command-parts.ts";
import type { KnownAddress } from "../running/known-address.ts";
import type { Settings } from "../settings/settings.ts";
import type { Finding } from "./finding.ts";

/** What every check is made from. */
export interface Examination {
  /** With the address at which the service is reached. */
  readonly settings: Settings;
  readonly address: KnownAddress;
  readonly withServices: CommandParts["withServices"];
  /** Milliseconds since 1970, by this machine's clock. */
  readonly now: () => number;
  /** The key and the site that ask a question through the public address; without them, the demo's. */
  readonly key?: string | undefined;
  readonly origin?: string | undefined;
}

/** Looks at one part of the installation. A throw is a problem too, so a check needs to catch only what it can explain. */
export interface Check {
  readonly name: string;
  readonly look: (examination: Examination) => Promise<readonly Finding[]>;
}
