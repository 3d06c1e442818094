import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import type { Price } from "@servicechat/contract/admin";
import { budgetSchema, monthSchema, priceSchema, pricesSchema } from "@servicechat/contract/admin-schemas";
import { segment } from "../admin/admin-api.ts";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { moment } from "../input/moment.ts";
import { amountText, timeText } from "../output/print.ts";

interface SetOptions extends JsonOption {
  readonly in: number;
  readonly out: number;
  readonly cached?: number;
  readonly currency: string;
  readonly from?: number;
}

/** `servicechat price …`: prices of models, and monthly budgets. */
export function addPriceCommands(program: Command, context: CommandContext): void {
  const { output } = context;
  const price = program.command("price").description("set what models cost, and a monthly budget");

  subcommand(price, "list", "list prices per million tokens, by model, newest first").action(
    async ({ json }: JsonOption) => {
      const { items } = await context.withAdmin(({ api }) =>
        api.list("prices", pricesSchema, { limit: Infinity }),
      );
      if (json) return output.json(items.map(priceJson));
      output.table(
        ["id", "model", "from", "currency", "in", "out", "cached"],
        items.map((each) => [
          each.id,
          each.model,
          each.from,
          each.currency,
          String(each.in),
          String(each.out),
          each.cached === null ? "as in" : String(each.cached),
        ]),
        "No prices have been entered, so costs are unknown. See: servicechat price set --help",
      );
    },
  );

  subcommand(
    price,
    "set",
    "set what a million tokens of a model cost from a given day, which may be in the past",
  )
    .argument("<model>", "the model's name, as 'servicechat usage --by model' shows it")
    .requiredOption("--in <amount>", "for a million input tokens", amount)
    .requiredOption("--out <amount>", "for a million output tokens", amount)
    .option(
      "--cached <amount>",
      "for a million input tokens that the provider had cached (default: same as --in)",
      amount,
    )
    .requiredOption("--currency <code>", "currency, the same for all prices, such as EUR", currency)
    .option("--from <date>", "the first day in UTC, such as 2026-01-31 (default: today)", moment)
    .action(async (model: string, { json, from, ...values }: SetOptions) => {
      const day = timeText(from ?? context.now()).slice(0, 10);
      const set = await context.withAdmin(({ api }) =>
        api.ask("POST", "prices", { body: { model, from: day, ...values }, answer: priceSchema }),
      );
      if (json) return output.json(priceJson(set));
      output.line(`Set the price of ${model} from ${day}: ${set.id}.`);
    });

  subcommand(price, "remove", "remove a price")
    .argument("<id>", "the price's id, as 'servicechat price list' shows it")
    .action(async (id: string, { json }: JsonOption) => {
      await context.withAdmin(({ api }) => api.ask("DELETE", `prices/${segment(id)}`));
      if (json) return output.json({ id, removed: true });
      output.line(`Price ${id} is removed.`);
    });

  subcommand(price, "budget", "show this month's cost, forecast and budget; with an amount, set the budget")
    .argument("[amount]", "monthly budget for all agents, or 'none'", budget)
    .action(async (wanted: number | "none" | undefined, { json }: JsonOption) => {
      const month = await context.withAdmin(async ({ api }) => {
        if (wanted !== undefined)
          await api.ask("PUT", "budget", {
            body: { amount: wanted === "none" ? null : wanted },
            headers: { "if-match": "*" },
            answer: budgetSchema,
          });
        return api.ask("GET", "usage/month", { answer: monthSchema });
      });
      const { from, to, cost, unpriced, currency, unpricedModels, forecast, budget: line } = month;
      const costs = { cost, unpriced, currency, unpricedModels, forecast, budget: line };
      if (json) return output.json({ from, to, ...costs });
      const say = (value: number | null) => amountText(value, month.currency);
      output.line(`${from.slice(0, 7)}: ${say(month.cost)}`);
      if (month.forecast !== null) output.line(`Forecast: ${say(month.forecast)}`);
      output.line(month.budget === null ? "No budget is set." : `Budget: ${say(month.budget)}`);
      if (month.unpriced > 0)
        output.line(
          `Not included: ${month.unpriced} tokens (no price entered: ${month.unpricedModels.join(", ")})`,
        );
    });
}

function priceJson({ from, createdAt, revision: _same, ...price }: Price) {
  return { ...price, from, createdAt };
}

/** @throws InvalidArgumentError: exit code 2 */
function amount(text: string): number {
  const value = /^\d{1,7}(?:\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
  if (value <= 1_000_000) return value;
  throw new InvalidArgumentError(
    "It must be an amount up to 1000000 with at most six decimals, such as 2.50.",
  );
}

function budget(text: string): number | "none" {
  if (text === "none") return text;
  const value = /^\d{1,9}(?:\.\d{1,2})?$/.test(text) ? Number(text) : NaN;
  if (!Number.isNaN(value)) return value;
  throw new InvalidArgumentError("It must be an amount such as 50 or 49.90, or 'none'.");
}

function currency(text: string): string {
  if (/^[A-Z]{3}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be an ISO 4217 code, such as EUR.");
}
