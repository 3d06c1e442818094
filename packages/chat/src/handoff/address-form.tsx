import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { maxEmailLength } from "@servicechat/contract";
import type { Asking } from "../context/handoff.ts";
import { useChat, useOpenForm } from "../context/chat-context.ts";
import { enHandoff } from "../words/en-handoff.ts";
import { withWords } from "../words/service-words.ts";

/** Asks for an address for the answer, while nobody is available. */
export function AddressForm({ asking }: { asking: Asking }): JSX.Element {
  const words = withWords(enHandoff, useChat().words);
  const [isWrong, setWrong] = useState(false);
  const [email, setEmail] = useState("");
  const id = useId();
  useOpenForm();

  function send(form: HTMLFormElement): void {
    const isRight = email.trim() !== "" && form.checkValidity();
    setWrong(!isRight);
    if (isRight) void asking.ask(email.trim());
    else form.querySelector("input")?.focus();
  }

  return (
    <form
      class="address-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
    >
      <label for={id}>{words.leaveAddress}</label>
      <div class="address-row">
        <input
          id={id}
          type="email"
          autocomplete="email"
          dir="ltr"
          required
          placeholder={words.emailAddress}
          maxLength={maxEmailLength}
          value={email}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        <button type="submit" class="button primary" aria-disabled={asking.isBusy.value}>
          {words.sendAddress}
        </button>
      </div>
      {isWrong && (
        <p id={`${id}-wrong`} class="address-wrong" role="alert">
          {words.addressWrong}
        </p>
      )}
    </form>
  );
}
