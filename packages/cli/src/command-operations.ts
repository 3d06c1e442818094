import type { AgentChange, Actor, FileFault, Operations, Refused } from "@servicechat/operations";
import type { AgentVersion, WebhookDelivery } from "@servicechat/storage";
import type { KnownAddress } from "./service-address/known-address.ts";

/** The operations that commands use. The database here offers them, and so does a service elsewhere over its admin API. */
export interface CommandOperations {
  readonly agents: Pick<
    Operations["agents"],
    "list" | "find" | "read" | "apply" | "versions" | "restore" | "delete"
  > & {
    checkFile(actor: Actor, input: { readonly text: string }): Promise<CheckOutcome | Refused>;
    version(
      actor: Actor,
      input: { readonly agent: string; readonly version: number },
    ): Promise<Pick<AgentVersion, "version" | "file"> | Refused>;
  };
  readonly keys: Pick<Operations["keys"], "list" | "create" | "change" | "allow" | "disallow" | "revoke">;
  readonly chats: Operations["chats"];
  readonly feedback: Operations["feedback"];
  readonly gaps: Operations["gaps"];
  readonly flags: Operations["flags"];
  readonly approvedAnswers: Pick<Operations["approvedAnswers"], "list" | "create" | "change">;
  readonly usage: Operations["usage"];
  readonly letter: Operations["letter"];
  readonly prices: Pick<Operations["prices"], "list" | "set" | "remove" | "setBudget">;
  readonly knowledge: Operations["knowledge"];
  readonly tests: Pick<Operations["tests"], "run" | "findRun">;
  readonly operators: Pick<Operations["operators"], "list" | "findByName" | "remove">;
  readonly apiTokens: Operations["apiTokens"];
  readonly audit: Operations["audit"];
  readonly webhooks: Pick<Operations["webhooks"], "list" | "test"> & {
    deliveries(
      actor: Actor,
      input: { readonly id: string; readonly limit: number; readonly after?: string | undefined },
    ): Promise<{ readonly items: readonly ShownDelivery[]; readonly next: string | null } | Refused>;
    replay(
      actor: Actor,
      input: { readonly id: string; readonly delivery: string },
    ): Promise<ShownDelivery | Refused>;
  };
  /** Callers ignore its results. */
  readonly handoff: {
    take(actor: Actor, input: { readonly id: string; readonly from?: string }): Promise<object | Refused>;
    say(actor: Actor, input: { readonly id: string; readonly text: string }): Promise<object | Refused>;
    handBack(actor: Actor, input: { readonly id: string }): Promise<object | Refused>;
    done(actor: Actor, input: { readonly id: string }): Promise<object | Refused>;
  };
}

/** The fields of a webhook delivery that commands print. */
export type ShownDelivery = Pick<
  WebhookDelivery,
  "id" | "type" | "at" | "chat" | "agent" | "state" | "tries" | "nextAt"
>;

/** What is wrong with an agent file, or what applying it would change. */
export type CheckOutcome =
  | { readonly valid: false; readonly faults: readonly FileFault[] }
  | ({
      readonly valid: true;
      readonly notes: readonly FileFault[];
      readonly warnings: readonly string[];
    } & AgentChange);

/** Where a command does its work. */
export interface Workplace {
  readonly operations: CommandOperations;
  /** Identifies this workplace: the console's origin, or the database. May contain a password: never print it. */
  readonly name: string;
  /** Who performs the operations. */
  readonly me: () => Promise<Pick<Actor, "kind" | "role"> & { readonly name: string | null }>;
  /** Where visitors reach the service. */
  readonly publicAddress: () => Promise<KnownAddress>;
}
