import type { CommandContext } from "../command-context.ts";
import type { KnownAddress } from "../service-address/known-address.ts";
import type { Settings } from "../settings/settings.ts";
import type { Finding } from "./finding.ts";

/** The dependencies of every check. */
export interface Examination {
  /** Including the address at which the service is reached. */
  readonly settings: Settings;
  readonly address: KnownAddress;
  readonly withServices: CommandContext["withServices"];
  /** Whether the running service examines itself: what takes long it has done, or does, on its own. */
  readonly isService?: boolean;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly now: () => number;
  /** The key and site to ask a question with through the public address; by default the demo's. */
  readonly key?: string | undefined;
  readonly origin?: string | undefined;
}

/**
 * Checks one part of the installation. Anything thrown is a problem too, so a check catches only what it can explain.
 */
export interface Check {
  readonly name: string;
  readonly run: (examination: Examination) => Promise<readonly Finding[]>;
}
