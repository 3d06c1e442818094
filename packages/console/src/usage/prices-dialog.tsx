import type { JSX } from "preact";
import { useId, useRef } from "preact/hooks";
import type { Budget, Page, Price, RepliesReport } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Form, InputField } from "../ui/form.tsx";
import { Loaded } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";

/** Prices of models, and the monthly budget. */
export function PricesDialog({ close, changed }: { close: () => void; changed: () => void }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.usage.costs;
  const prices = useResource("prices", (signal) => api.get<Page<Price>>("prices", { limit: 200 }, signal));
  const budget = useResource("budget", (signal) => api.get<Budget>("budget", {}, signal));
  const done = (): void => {
    prices.reload();
    budget.reload();
    changed();
  };
  return (
    <Dialog title={text.prices} close={close}>
      <p class="dialog-text">{text.pricesText}</p>
      <Loaded resource={prices}>
        {({ items }) => (
          <>
            <ul class="rows" role="list">
              {items.map((price) => (
                <PriceRow key={price.id} price={price} removed={done} />
              ))}
            </ul>
            <PriceForm currency={items[0]?.currency ?? ""} done={done} />
            {items.length > 0 && (
              <Loaded resource={budget}>
                {(value) => <BudgetForm key={value.revision} budget={value} done={done} />}
              </Loaded>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function PriceRow({ price, removed }: { price: Price; removed: () => void }): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.usage.costs;
  const { id, model, from, currency, in: input, out, cached } = price;
  return (
    <li class="row">
      <div class="row-main">
        <span class="row-title">{showHidden(model)}</span>
        <span class="row-detail">{text.priceOf({ from, currency, input, out, cached })}</span>
      </div>
      <div class="row-actions">
        <button
          type="button"
          class="button small"
          onClick={() => {
            api.send("DELETE", `prices/${encodeURIComponent(id)}`).then(removed, () => {
              toast.value = text.notRemoved;
              removed();
            });
          }}
        >
          {text.remove}
          <span class="unseen"> {showHidden(model)}</span>
        </button>
      </div>
    </li>
  );
}

/** An optional amount: the entered number, or nothing. */
const numberIn = (value: string): number | undefined => (value.trim() === "" ? undefined : Number(value));

/** Today in UTC, as prices are dated. */
const today = (): string => new Date().toISOString().slice(0, 10);

function PriceForm({ currency, done }: { currency: string; done: () => void }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.usage.costs;
  const form = useRef({ model: "", from: today(), currency, in: "", out: "", cached: "" });
  const models = useId();
  const used = useResource("models", (signal) =>
    api.get<RepliesReport>("usage/replies", { by: "model" }, signal),
  ).value;
  const values = form.current;
  const tie = (name: keyof typeof values) => ({
    defaultValue: values[name],
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      values[name] = currentTarget.value;
    },
  });
  const amount = { type: "number", min: 0, max: 1_000_000, step: "any", inputMode: "decimal" } as const;
  return (
    <Form
      action={text.enter}
      submit={async () => {
        const cached = numberIn(values.cached);
        await api.send("POST", "prices", {
          body: {
            model: values.model.trim(),
            from: values.from,
            currency: values.currency.trim().toUpperCase(),
            in: Number(values.in),
            out: Number(values.out),
            ...(cached !== undefined && { cached }),
          },
        });
        done();
      }}
    >
      <Field label={text.model} hint={text.modelHint}>
        {(tied) => (
          <>
            <input {...tied} {...tie("model")} list={models} required maxLength={100} autocomplete="off" />
            <datalist id={models}>
              {used?.items.map(({ of }) => (
                <option key={of} value={of} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <div class="field-row">
        <Field label={text.in}>{(tied) => <input {...tied} {...tie("in")} {...amount} required />}</Field>
        <Field label={text.out}>{(tied) => <input {...tied} {...tie("out")} {...amount} required />}</Field>
        <Field label={text.cached} optional>
          {(tied) => <input {...tied} {...tie("cached")} {...amount} />}
        </Field>
      </div>
      <div class="field-row">
        <Field label={text.currency}>
          {(tied) => <input {...tied} {...tie("currency")} required maxLength={3} pattern="[A-Za-z]{3}" />}
        </Field>
        <Field label={text.from}>{(tied) => <input {...tied} {...tie("from")} type="date" required />}</Field>
      </div>
    </Form>
  );
}

function BudgetForm({ budget, done }: { budget: Budget; done: () => void }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.usage.costs;
  const typed = useRef(budget.amount === null ? "" : String(budget.amount));
  return (
    <Form
      action={words.common.save}
      submit={async () => {
        const amount = numberIn(typed.current) ?? null;
        await api.send("PUT", "budget", { body: { amount }, revision: budget.revision });
        done();
      }}
    >
      <InputField
        label={text.monthlyBudget}
        hint={text.budgetHint}
        optional
        type="number"
        min={0}
        step="any"
        inputMode="decimal"
        defaultValue={typed.current}
        onText={(entered) => {
          typed.current = entered;
        }}
      />
    </Form>
  );
}
