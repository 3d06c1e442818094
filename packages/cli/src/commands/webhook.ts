import type { Command } from "commander";
import { commandLine } from "@servicechat/operations";
import type { WebhookView } from "@servicechat/operations";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import type { ShownDelivery } from "../command-operations.ts";
import { CommandError } from "../input/command-error.ts";
import { agentsText } from "../output/agents-text.ts";
import { timeText } from "../output/print.ts";
import { resultOrThrow } from "./result-or-throw.ts";

const aboutWebhookId = "the webhook's id, as 'servicechat webhook list' shows it";

/** `servicechat webhook …`: where events of chats are sent. */
export function addWebhookCommands(program: Command, context: CommandContext): void {
  const { output } = context;
  const webhook = program.command("webhook").description("list and test webhooks, and send events again");

  subcommand(webhook, "list", "list all webhooks, newest first").action(async ({ json }: JsonOption) => {
    const { items } = await context.withOperations(async ({ operations }) =>
      resultOrThrow(await operations.webhooks.list(commandLine, { limit: 1_000_000 })),
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
      const { items } = await context.withOperations(async ({ operations }) =>
        resultOrThrow(await operations.webhooks.deliveries(commandLine, { id, limit })),
      );
      if (json) return output.json(items.map(deliveryJson));
      output.table(
        ["id", "event", "at", "chat", "state", "tries", "last"],
        items.map((each) => [
          each.id,
          each.type,
          timeText(each.at),
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
      const tested = await context.withOperations(async ({ operations }) =>
        resultOrThrow(await operations.webhooks.test(commandLine, { id })),
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
      const replayed = await context.withOperations(async ({ operations }) =>
        resultOrThrow(await operations.webhooks.replay(commandLine, { id, delivery })),
      );
      if (json) return output.json(deliveryJson(replayed));
      output.line(`${replayed.type} will be sent again by the running service.`);
    });
}

function webhookJson({ id, url, format, events, agents, text, enabled, createdAt }: WebhookView) {
  return { id, url, format, events, agents, text, enabled, createdAt: timeText(createdAt) };
}

function deliveryJson({ id, type, at, chat, agent, state, tries, nextAt }: ShownDelivery) {
  return {
    id,
    type,
    at: timeText(at),
    chat,
    agent,
    state,
    tries: tries.map((made) => ({ ...made, at: timeText(made.at) })),
    nextAt: nextAt === null ? null : timeText(nextAt),
  };
}

function lastText({ tries }: ShownDelivery): string {
  const last = tries.at(-1);
  return last ? (last.error ?? String(last.status)) : "";
}
