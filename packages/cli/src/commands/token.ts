import { Option } from "commander";
import type { Command } from "commander";
import type { ApiToken } from "@servicechat/contract/admin";
import { newTokenSchema, tokensSchema } from "@servicechat/contract/admin-schemas";
import { roles, tokenDays } from "@servicechat/operations";
import type { Role } from "@servicechat/operations";
import { segment } from "../admin/admin-api.ts";
import type { AdminApi } from "../admin/admin-api.ts";
import { refuse } from "../admin/refusals.ts";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { agentsText } from "../output/print.ts";

interface CreateOptions extends JsonOption {
  readonly name: string;
  readonly role: Role;
  readonly agent?: readonly string[];
  readonly days: number;
  readonly operator?: string;
}

/** `servicechat token …`: access to the admin API for scripts and other machines. */
export function addTokenCommands(program: Command, context: CommandContext): void {
  const { output } = context;
  const token = program.command("token").description("create, list and revoke tokens for the admin API");

  subcommand(token, "create", "create a token, which is shown only once")
    .requiredOption("--name <text>", "what it is for, up to 100 characters")
    .addOption(new Option("--role <role>", "what it may do").choices(roles).makeOptionMandatory())
    .option("--agent <id...>", "limit it to these agents")
    .addOption(
      new Option("--days <n>", "how long it is valid")
        .argParser(wholeNumber(tokenDays.min, tokenDays.max))
        .default(tokenDays.usual),
    )
    .option("--operator <name>", "the person on whose behalf it may speak to visitors")
    .action(async ({ json, agent: agents, ...wanted }: CreateOptions) => {
      const { name, role, days, operator } = wanted;
      const created = await context.withAdmin(({ api }) =>
        api.ask("POST", "tokens", { body: { name, role, agents, days, operator }, answer: newTokenSchema }),
      );
      if (json) {
        const { lastUsedAt: _never, revokedAt: _neither, ...view } = tokenJson(created);
        return output.json({ ...view, token: created.token });
      }
      output.line(`API token '${name}', shown only this once:\n\n  ${created.token}\n`);
      output.line(`Role ${role}, ${agentsText(created.agents)}, until ${created.expiresAt}.`);
    });

  subcommand(token, "list", "list all tokens, newest first, including revoked and expired ones").action(
    async ({ json }: JsonOption) => {
      const tokens = await context.withAdmin(({ api }) => listTokens(api));
      if (json) return output.json(tokens.items.map(tokenJson));
      output.table(
        ["id", "name", "role", "agents", "last used", "state"],
        tokens.items.map((each) => [
          each.id,
          each.name,
          each.role,
          agentsText(each.agents),
          each.lastUsedAt ?? "never",
          stateText(each, context.now()),
        ]),
        "There are no API tokens. Create one with: servicechat token create --name TEXT --role ROLE",
      );
    },
  );

  subcommand(token, "revoke", "refuse a token from its next request")
    .argument("<id>", "the token's id, the part of the token between the underscores")
    .action(async (text: string, { json }: JsonOption) => {
      // If a whole token was pasted, only its id is repeated.
      const id = /^sc_([0-9a-f]{12})_/.exec(text)?.[1] ?? text;
      const revoked = await context.withAdmin(async ({ api }) => {
        await api.ask("DELETE", `tokens/${segment(id)}`);
        const { items } = await listTokens(api);
        return items.find((each) => each.id === id) ?? refuse({ kind: "token_not_found", id });
      });
      if (json) return output.json(tokenJson(revoked));
      output.line(`Token ${revoked.id} is revoked.`);
    });
}

function listTokens(api: AdminApi) {
  return api.list("tokens", tokensSchema, { limit: Infinity });
}

function tokenJson({ id, name, role, agents, operator, createdBy, ...times }: ApiToken) {
  const { createdAt, expiresAt, lastUsedAt, revokedAt } = times;
  return {
    id,
    name,
    role,
    agents,
    operator: operator?.name ?? null,
    createdBy,
    createdAt,
    expiresAt,
    lastUsedAt,
    revokedAt,
  };
}

function stateText({ revokedAt, expiresAt }: ApiToken, now: number): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  return Date.parse(expiresAt) <= now ? `expired ${expiresAt}` : `valid until ${expiresAt}`;
}
