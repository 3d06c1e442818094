import type { AgentChange, Asker, FileFault, Operations, Refused } from "@servicechat/operations";
import type { AgentVersion, WebhookDelivery } from "@servicechat/storage";
import type { KnownAddress } from "./running/known-address.ts";

/** The operations that commands use. The database here offers them, and so does a service elsewhere over its admin API. */
export interface CommandOperations {
  readonly agents: Pick<
    Operations["agents"],
    "list" | "find" | "read" | "apply" | "versions" | "restore" | "delete"
  > & {
    checkFile(asker: Asker, input: { readonly text: string }): Promise<CheckOutcome | Refused>;
    version(
      asker: Asker,
      input: { readonly agent: string; readonly version: number },
    ): Promise<Pick<AgentVersion, "version" | "file"> | Refused>;
  };
  readonly keys: Pick<Operations["keys"], "list" | "create" | "change" | "allow" | "disallow" | "revoke">;
  readonly chats: Operations["chats"];
  readonly feedback: Operations["feedback"];
  readonly gaps: Operations["gaps"];
  readonly flags: Operations["flags"];
  readonly answers: Pick<Operations["answers"], "list" | "create" | "change">;
  readonly usage: Operations["usage"];
  readonly letter: Operations["letter"];
  readonly prices: Pick<Operations["prices"], "list" | "set" | "remove" | "setBudget">;
  readonly knowledge: Operations["knowledge"];
  readonly tests: Pick<Operations["tests"], "run" | "findRun">;
  readonly operators: Pick<Operations["operators"], "list" | "findByName" | "remove">;
  readonly tokens: Operations["tokens"];
  readonly audit: Operations["audit"];
  readonly webhooks: Pick<Operations["webhooks"], "list" | "test"> & {
    deliveries(
      asker: Asker,
      input: { readonly id: string; readonly limit: number; readonly after?: string | undefined },
    ): Promise<{ readonly items: readonly ShownDelivery[]; readonly next: string | null } | Refused>;
    replay(
      asker: Asker,
      input: { readonly id: string; readonly delivery: string },
    ): Promise<ShownDelivery | Refused>;
  };
  /** What they answer is read by nobody. */
  readonly handover: {
    take(asker: Asker, input: { readonly id: string; readonly from?: string }): Promise<object | Refused>;
    say(asker: Asker, input: { readonly id: string; readonly text: string }): Promise<object | Refused>;
    handBack(asker: Asker, input: { readonly id: string }): Promise<object | Refused>;
  };
}

/** What a command shows of a delivery of a webhook. */
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
  /** Tells this place from others: the console's origin, or the database. May hold a password: never print it. */
  readonly name: string;
  /** Who the operations are done as. */
  readonly me: () => Promise<Pick<Asker, "kind" | "role"> & { readonly name: string | null }>;
  /** Where visitors reach the service. */
  readonly publicAddress: () => Promise<KnownAddress>;
}
