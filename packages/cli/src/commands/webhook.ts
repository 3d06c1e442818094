import type { Command } from "commander";
import type { Delivery, Webhook } from "@servicechat/contract/admin";
import {
  deliveriesSchema,
  deliverySchema,
  testedSchema,
  webhooksSchema,
} from "@servicechat/contract/admin-schemas";
import { segment } from "../admin/admin-api.ts";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";
import { agentsText } from "../output/print.ts";

const aboutWebhookId = "the webhook's id, as 'servicechat webhook list' shows it";

/** `servicechat webhook …`: where events of chats are sent. */
export function addWebhookCommands(program: Command, context: CommandContext): void {
  const { output } = context;
  const webhook = program.command("webhook").description("list and test webhooks, and send events again");

  subcommand(webhook, "list", "list all webhooks, newest first").action(async ({ json }: JsonOption) => {
    const { items } = await context.withAdmin(({ api }) =>
      api.list("webhooks", webhooksSchema, { limit: Infinity }),
    );
    if (json) return output.json(items.map(webhookJson));
    output.table(
      ["id", "url", "format", "events", "agents", "state"],
      items.map((each) => [
        each.id,
        each.url,
        each.format,
        each.events.join(" "),
        agentsText(each.agents),
        each.enabled ? "on" : "off",
      ]),
      "There are no webhooks. Add one in the console, under Settings, Webhooks.",
    );
  });

  subcommand(webhook, "log", "list the events sent to a webhook in the last 30 days, newest first")
    .argument("<id>", aboutWebhookId)
    .option("--limit <n>", "maximum number of results", wholeNumber(1, 100_000), 50)
    .action(async (id: string, { json, limit }: JsonOption & { readonly limit: number }) => {
      const { items } = await context.withAdmin(({ api }) =>
        api.list(`webhooks/${segment(id)}/deliveries`, deliveriesSchema, { limit }),
      );
      if (json) return output.json(items.map(deliveryJson));
      output.table(
        ["id", "event", "at", "chat", "state", "tries", "last"],
        items.map((each) => [
          each.id,
          each.type,
          each.at,
          each.chat,
          each.state,
          String(each.tries.length),
          lastText(each),
        ]),
        "No events were sent to this webhook in the last 30 days.",
      );
    });

  subcommand(webhook, "test", "send a test event, and show the response")
    .argument("<id>", aboutWebhookId)
    .action(async (id: string, { json }: JsonOption) => {
      const tested = await context.withAdmin(({ api }) =>
        api.ask("POST", `webhooks/${segment(id)}/test`, { body: {}, answer: testedSchema }),
      );
      if (json) return output.json(tested);
      if ("error" in tested) throw new CommandError(`No answer: ${tested.error}`);
      output.line(`${tested.status} after ${tested.ms} ms`);
      if (tested.body !== "") output.line(tested.body);
    });

  subcommand(webhook, "replay", "send an event again, with its original id")
    .argument("<id>", aboutWebhookId)
    .argument("<delivery>", "the delivery's id, as 'servicechat webhook log' shows it")
    .action(async (id: string, delivery: string, { json }: JsonOption) => {
      const path = `webhooks/${segment(id)}/deliveries/${segment(delivery)}/replay`;
      const replayed = await context.withAdmin(({ api }) =>
        api.ask("POST", path, { body: {}, answer: deliverySchema }),
      );
      if (json) return output.json(deliveryJson(replayed));
      output.line(`${replayed.type} will be sent again by the running service.`);
    });
}

function webhookJson({ id, url, format, events, agents, text, enabled, createdAt }: Webhook) {
  return { id, url, format, events, agents, text, enabled, createdAt };
}

function deliveryJson({ id, type, at, chat, agent, state, tries, nextAt }: Delivery) {
  return { id, type, at, chat, agent, state, tries, nextAt };
}

function lastText({ tries }: Delivery): string {
  const last = tries.at(-1);
  return last ? (last.error ?? String(last.status)) : "";
}
