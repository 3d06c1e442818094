import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { checkField, type Entered } from "./check-field.ts";
import { formName, persistedEntries } from "./persisted-entries.ts";
import { enInputControls } from "../words/en-input-controls.ts";
import { useChat, useOpenForm } from "../context/chat-context.ts";
import { FormField } from "./form-field.tsx";
import type { Offer } from "../actions/offers.ts";
import { withWords } from "../words/service-words.ts";

/** Asks for an action's input before it is executed. Faults are shown beside their fields. */
export function ActionForm({ offer }: { offer: Offer }): JSX.Element {
  const { chat, filling, composer, ...context } = useChat();
  const words = withWords(enInputControls, context.words);
  const { action, fields } = offer;
  const entries = persistedEntries(context.entries);
  const form = useRef<HTMLFormElement>(null);
  const title = useId();
  useOpenForm();
  const [entered, setEntered] = useState<readonly Entered[]>(fields.map(({ initial }) => initial));
  const [isChecked, setChecked] = useState(false);
  const checked = fields.map((field, index) => checkField(field, entered[index] ?? "", words));
  const isBlocked = (action.kind !== "host" && chat.isAnswering.value) || chat.state.value !== "ready";

  // At once: what is typed as soon as the form is visible goes into it.
  useLayoutEffect(() => {
    form.current?.scrollIntoView({ block: "nearest" });
    // A form that reappears after a reload does not take the focus.
    if (document.hasFocus()) form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, []);
  // At once too: a form that is left as soon as it is drawn must not be restored later.
  useLayoutEffect(() => {
    entries.write(formName(action.id), entered);
    return () => entries.write(formName(action.id), undefined);
  }, []);

  function enter(index: number, value: Entered): void {
    const next = entered.with(index, value);
    setEntered(next);
    entries.write(formName(action.id), next);
  }

  // Somebody who submitted too early is taken to the first field with a fault.
  useLayoutEffect(() => {
    if (isChecked) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [isChecked]);

  function submit(event: Event): void {
    event.preventDefault();
    setChecked(false);
    if (isBlocked) return;
    if (checked.some((each) => "issue" in each)) return queueMicrotask(() => setChecked(true));
    const values = fields.flatMap((field, index) => {
      const each = checked[index];
      return each && "value" in each && each.value !== undefined ? [{ field, value: each.value }] : [];
    });
    filling.value = undefined;
    const input = Object.fromEntries(values.map(({ field, value }) => [field.name, value]));
    const filledIn = fields.map((field, index) => ({ ...field, initial: entered[index] ?? "" }));
    chat.act(action, input, () => (filling.value ??= { ...offer, fields: filledIn }));
  }

  function cancel(): void {
    filling.value = undefined;
    composer.current?.focus();
  }

  return (
    <form class="question filling" ref={form} noValidate aria-labelledby={title} onSubmit={submit}>
      <div>
        <h2 id={title} class="question-text" dir="auto">
          {cleanText(action.label)}
        </h2>
        {action.description && (
          <p class="form-detail" dir="auto">
            {cleanText(action.description)}
          </p>
        )}
      </div>
      {fields.map((field, index) => {
        const each = checked[index];
        return (
          <FormField
            key={field.name}
            field={field}
            entered={entered[index] ?? ""}
            issue={isChecked && each && "issue" in each ? each.issue : undefined}
            onEnter={(value) => enter(index, value)}
          />
        );
      })}
      <div class="question-buttons">
        <button type="button" class="button quiet" onClick={cancel}>
          {words.cancel}
        </button>
        <button type="submit" class="button primary" aria-disabled={isBlocked}>
          {words.sendForm}
        </button>
      </div>
    </form>
  );
}
