import { Option } from "commander";
import type { Command } from "commander";
import { publicKeyId } from "@servicechat/contract";
import type { Key } from "@servicechat/contract/admin";
import { keySchema, keysSchema, newKeySchema } from "@servicechat/contract/admin-schemas";
import { embedTag, keyLimits } from "@servicechat/operations";
import { parseAllowEntry } from "@servicechat/operations/allowlist";
import { segment } from "../admin/admin-api.ts";
import type { AdminApi } from "../admin/admin-api.ts";
import { AdminProblem } from "../admin/admin-problem.ts";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";
import { findOtherSite } from "../output/other-site.ts";
import { findAddressConflicts } from "../service-address/find-address-conflicts.ts";
import { addInstallCommands } from "./key-install.ts";
import { readAgent } from "../admin/read-agent.ts";

/** The highest limit a key may have (docs/decisions.md, "Kind of window"). */
const rateLimit = wholeNumber(keyLimits.rateLimit.min, keyLimits.rateLimit.max);

const aboutKeyId = "the key's id, the part of the key between the underscores";

/** `servicechat key …`: keys and the pages that may use them. */
export function addKeyCommands(program: Command, context: CommandContext): void {
  const key = program.command("key").description("issue, change and revoke agent keys");
  const { output } = context;

  subcommand(key, "create", "issue a key for an agent, with the tag for its pages")
    .requiredOption("--agent <id>", "the agent that answers")
    .option(
      "--allow <pattern...>",
      "a site that may use the key, such as example.com or https://*.example.com (required)",
    )
    .option("--name <text>", `what it is for, up to ${keyLimits.name} characters`, "")
    .addOption(
      new Option("--rate-limit <n>", "accepted requests in any 60 seconds").argParser(rateLimit).default(60),
    )
    .option("--server-side", "also accept requests without an Origin, from back ends and native apps")
    .action(createKey(context));

  addInstallCommands(key, context, keyIdOf);

  subcommand(key, "list", "list keys, including revoked ones, with what they used today")
    .option("--agent <id>", "only this agent's keys")
    .action(listKeys(context));

  subcommand(key, "allow", "let one more site use a key, from its next request")
    .argument("<keyid>", aboutKeyId)
    .argument("<pattern>", "such as example.com or https://*.example.com")
    .action(changeAllowlist(context, allowSite));

  subcommand(key, "disallow", "no longer let a site use a key, from its next request")
    .argument("<keyid>", aboutKeyId)
    .argument("<pattern>", "an entry of the key's list")
    .action(changeAllowlist(context, disallowSite));

  subcommand(key, "rate", "set how many requests a key may make in any 60 seconds")
    .argument("<keyid>", aboutKeyId)
    .argument("<n>", "accepted requests in any 60 seconds", rateLimit)
    .action(async (id: string, limit: number, { json }: JsonOption) => {
      const changed = await context.withAdmin(({ api }) =>
        changeKey(api, keyIdOf(id), { rateLimit: limit }, "*"),
      );
      if (json) return output.json(keyView(changed));
      output.line(`Key ${changed.id} may make ${changed.rateLimit} requests in any 60 seconds.`);
    });

  subcommand(key, "revoke", "refuse a key from its next request, and end its open streams")
    .argument("<keyid>", aboutKeyId)
    .action(async (id: string, { json }: JsonOption) => {
      const revoked = await context.withAdmin(({ api }) =>
        api.ask("POST", `keys/${segment(keyIdOf(id))}/revoke`, { answer: keySchema }),
      );
      if (json) return output.json(keyView(revoked));
      output.line(`Key ${revoked.id} is revoked.`);
    });
}

interface CreateOptions extends JsonOption {
  readonly agent: string;
  readonly allow?: readonly string[];
  readonly name: string;
  readonly rateLimit: number;
  readonly serverSide?: boolean;
}

/** `servicechat key create`. The whole key is known only now. */
function createKey(context: CommandContext) {
  return async (options: CreateOptions, command: Command): Promise<void> => {
    const { agent, allow = [], name, serverSide = false, json } = options;
    if (allow.length === 0 && !serverSide) {
      command.error("error: a key needs at least one site that may use it: --allow example.com");
    }
    if (name.length > keyLimits.name) {
      command.error(
        `error: --name must be at most ${keyLimits.name} characters long, but this one has ${name.length}`,
      );
    }
    allow.forEach(parsePattern);
    const body = { agent, allowed: allow, name, rateLimit: options.rateLimit, serverSide };
    const { created, address } = await context.withAdmin(async ({ api, publicAddress }) => ({
      created: await api.ask("POST", "keys", { body, answer: newKeySchema }),
      address: await publicAddress(),
    }));
    const { id, key, allowed, createdAt } = created;

    const { output } = context;
    if (json) {
      return output.json({
        id,
        key,
        agent,
        name,
        allowed,
        rateLimit: options.rateLimit,
        serverSide,
        createdAt,
      });
    }
    const once = serverSide ? ", shown only this once" : "";
    output.line(`Key for agent '${agent}'${once}:\n\n  ${key}\n`);
    output.line(`Sites that may use it: ${allowed.join(", ") || "none"}`);
    if (allowed.length === 0)
      return output.line("Keep it secret: it is only for a back end or a native app.");
    output.line(`\nAdd this to the page:\n\n  ${embedTag(address.publicUrl, key)}`);
    if (address.from === "default")
      output.note(
        `\nNo service is running on this database, and no setting says where it will be, so the tag names ${address.publicUrl}.\nSet SERVICECHAT_PUBLIC_URL to its address, or create a key while it runs.`,
      );
    for (const { detail, advice } of findAddressConflicts(address))
      output.note(`\nWarning: ${detail}: ${advice}.`);
    const other = findOtherSite(address.publicUrl, allowed);
    if (other) output.note(`\nNote: ${other.detail}; ${other.advice}.`);
  };
}

/** `servicechat key list` */
function listKeys(context: CommandContext) {
  const { output } = context;

  return async ({ agent, json }: JsonOption & { readonly agent?: string }): Promise<void> => {
    const { items: keys } = await context.withAdmin(async ({ api }) => {
      if (agent !== undefined) await readAgent(api, agent);
      return api.list("keys", keysSchema, { limit: Infinity, query: { agent } });
    });
    if (json) {
      return output.json(
        keys.map((key) => ({ ...keyView(key), outputTokensToday: key.outputTokensToday ?? null })),
      );
    }
    output.table(
      ["id", "agent", "name", "allowed", "rate", "tokens today", "ends in", "state"],
      keys.map(({ outputTokensToday: today, ...key }) => {
        const { name, revokedAt } = keyView(key);
        return [
          key.id,
          key.agent,
          name,
          key.allowed.join(" "),
          `${key.rateLimit}`,
          today ? `${today.used} of ${today.of}` : "-",
          key.lastFour,
          revokedAt === null ? "live" : `revoked ${revokedAt}`,
        ];
      }),
      "There are no keys. Create one with: servicechat key create --agent ID --allow PATTERN",
    );
  };
}

interface SiteOfKey {
  readonly id: string;
  readonly pattern: string;
}

/** `servicechat key allow` and `key disallow`. Allowing an origin that is already allowed changes nothing. */
function changeAllowlist(context: CommandContext, change: (api: AdminApi, site: SiteOfKey) => Promise<Key>) {
  return async (id: string, pattern: string, { json }: JsonOption): Promise<void> => {
    parsePattern(pattern);
    const key = await context.withAdmin(({ api }) => change(api, { id: keyIdOf(id), pattern }));
    if (json) return context.output.json(keyView(key));
    if (key.allowed.length === 0) return context.output.line(`Key ${key.id} no longer allows any site.`);
    context.output.line(`Key ${key.id} allows: ${key.allowed.join(", ")}`);
  };
}

/** Lets one more site use a key. @throws CommandError if there is no such key, or if others keep changing it */
export function allowSite(api: AdminApi, { id, pattern }: SiteOfKey): Promise<Key> {
  const entry = parsePattern(pattern);
  return changeList(api, id, ({ allowed }) => (allowed.includes(entry) ? allowed : [...allowed, entry]));
}

function disallowSite(api: AdminApi, { id, pattern }: SiteOfKey): Promise<Key> {
  const entry = parsePattern(pattern);
  return changeList(api, id, ({ allowed }) => {
    if (allowed.includes(entry)) return allowed.filter((other) => other !== entry);
    throw new CommandError(
      `'${entry}' is not on the list of key ${id}: ${allowed.join(", ") || "it is empty"}.`,
    );
  });
}

/** How often a list is read again if others are changing it too. */
const maxTries = 10;

/**
 * Changes the current list of sites. If somebody else changes it in the meantime, it is read again, so nothing is lost.
 */
async function changeList(api: AdminApi, id: string, change: (key: Key) => readonly string[]): Promise<Key> {
  for (let tries = 0; tries < maxTries; tries++) {
    const key = await api.ask("GET", `keys/${segment(id)}`, { answer: keySchema });
    const allowed = change(key);
    // A list that stays as it is gets no entry in the audit log, but a revoked key is refused all the same.
    const body = allowed === key.allowed ? {} : { allowed };
    try {
      return await changeKey(api, id, body, `"${key.revision}"`);
    } catch (error) {
      if (!(error instanceof AdminProblem && error.problem.code === "precondition_failed")) throw error;
    }
  }
  throw new CommandError(
    `Key ${id} was not changed: each of ${maxTries} attempts found that it had been changed in the meantime. Try again later.`,
  );
}

function changeKey(
  api: AdminApi,
  id: string,
  body: Partial<Pick<Key, "rateLimit"> & { readonly allowed: readonly string[] }>,
  seen: string,
): Promise<Key> {
  return api.ask("PATCH", `keys/${segment(id)}`, { body, headers: { "if-match": seen }, answer: keySchema });
}

/**
 * The entry that a pattern stands for. An invalid one is refused before the database is opened, so the operator does not
 * have to wait. @throws CommandError
 */
function parsePattern(pattern: string): string {
  const parsed = parseAllowEntry(pattern);
  if ("issue" in parsed)
    throw new CommandError(`The pattern ${JSON.stringify(pattern)} is invalid: ${parsed.issue}.`);
  return parsed.entry;
}

/** The fields of a key that are printed. */
function keyView({ id, agent, name, allowed, rateLimit: rate, serverSide, lastFour, ...times }: Key) {
  return {
    id,
    agent,
    name: name ?? "",
    allowed,
    rateLimit: rate,
    serverSide,
    lastFour,
    createdAt: times.createdAt,
    revokedAt: times.revokedAt ?? times.endsAt,
  };
}

/**
 * The public id of a key. A whole key is accepted too but not repeated, because terminals and scripts keep what they
 * print.
 */
function keyIdOf(text: string): string {
  return publicKeyId(text) ?? text;
}
