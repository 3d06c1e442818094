import type { Command } from "commander";
import { issueKey } from "@servicechat/server/issue-key";
import type { KeyRecord } from "@servicechat/storage";
import { requireAgent } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { embedTag } from "../embed-tag.ts";
import { timeText } from "../print.ts";
import { findAddresses } from "../running/find-addresses.ts";
import { chooseAddress } from "../running/known-address.ts";
import { addressDoubts } from "../running/address-doubts.ts";
import { allowEntry } from "./change-allowlist.ts";

/** Longest name of a key, in UTF-16 units: that of an agent. */
export const maxKeyName = 100;

interface CreateOptions extends JsonOption {
  readonly agent: string;
  readonly allow?: readonly string[];
  readonly name: string;
  readonly rateLimit: number;
  readonly serverSide?: boolean;
}

/** `servicechat key create`. This is the only moment the whole key is known. */
export function createKey(parts: CommandParts) {
  return async (options: CreateOptions, command: Command): Promise<void> => {
    const { agent, allow = [], name, rateLimit, serverSide = false, json } = options;
    if (allow.length === 0 && !serverSide) {
      command.error("error: a key needs at least one site that may use it: --allow example.com");
    }
    if (name.length > maxKeyName) {
      command.error(
        `error: --name must be at most ${maxKeyName} characters long, and this one has ${name.length}`,
      );
    }
    const allowed = [...new Set(allow.map(allowEntry))];
    const { key, id, secretHash, lastFour } = issueKey(parts);
    const createdAt = parts.now();
    const record: KeyRecord = {
      id,
      agentId: agent,
      name,
      secretHash,
      lastFour,
      allowed,
      rateLimit,
      serverSide,
      createdAt,
      revokedAt: null,
    };
    const settings = parts.settings();
    const services = await parts.inHouse(async ({ storage }) => {
      await requireAgent(storage, agent);
      await storage.keys.create(record);
      return findAddresses({ storage, settings, now: () => parts.now() });
    });
    const address = chooseAddress(settings, services);

    const { output } = parts;
    if (json) {
      return output.json({
        id,
        key,
        agent,
        name,
        allowed,
        rateLimit,
        serverSide,
        createdAt: timeText(createdAt),
      });
    }
    output.line(`Key for agent '${agent}', shown this once:\n\n  ${key}\n`);
    output.line(`Sites that may use it: ${allowed.join(", ") || "none"}`);
    if (allowed.length === 0)
      return output.line("Keep it secret: it is for a back end or a native app alone.");
    output.line(`\nPut this on the page:\n\n  ${embedTag(address.publicUrl, key)}`);
    if (address.from === "default")
      output.note(
        `\nNo service runs on this database, and no setting says where it will be: the tag names ${address.publicUrl}.\nSet SERVICECHAT_PUBLIC_URL to its address, or create a key while it runs.`,
      );
    for (const { detail, advice } of addressDoubts(address)) output.note(`\nWarning: ${detail}: ${advice}.`);
  };
}
