import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useId, useState } from "preact/hooks";
import { cleanText, maxEmailLength } from "@servicechat/contract";
import type { Handoff, Asking } from "../context/handoff.ts";
import { useChat, useOpenForm } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { enHandoff } from "../words/en-handoff.ts";
import { withWords } from "../words/service-words.ts";
import type { HandoffWords } from "../words/words.ts";
import { MailedLinkBar, MailedLinkStatus } from "./mailed-link-bar.tsx";

/** Above the composer: that a person is awaited or speaks, that nobody is available, or whether one is wanted. */
export function HandoffBar({ handoff }: { handoff: Handoff }): JSX.Element | null {
  const { chat, commenting, composer, words: known } = useChat();
  const words = withWords(enHandoff, known);
  const bar = useRef<HTMLDivElement>(null);
  const { asking, holding, before, typing, heard } = handoff;
  const { holder, name = "" } = holding.value;
  const away = asking.away.value;
  const waiting = waitingTitle(before.value, words);
  const step = holder !== "agent" ? holder : away ? "away" : asking.isOffered.value ? "offer" : undefined;

  // One card at a time: what the visitor has opened covers what waits for them, until it is closed.
  const isCovered = commenting.value !== undefined || handoff.mailed.state.value !== undefined;
  useLayoutEffect(() => {
    if (asking.timesAsked.value > 0) commenting.value = undefined;
  }, [asking.timesAsked.value]);

  // The clicked control may be gone; the focus must not be lost with it.
  useLayoutEffect(() => {
    if (!document.hasFocus() || document.activeElement !== document.body) return;
    const next = bar.current?.querySelector<HTMLElement>("section:not([hidden]) :is(input, button)");
    (next ?? composer.current)?.focus({ preventScroll: true });
  }, [step, asking.address.value]);

  if (chat.state.value === "unavailable") return null;
  const goBack = (label: string): JSX.Element => (
    <button
      type="button"
      class="button"
      aria-disabled={asking.isBusy.value}
      onClick={() => void asking.goBack()}
    >
      {label}
    </button>
  );
  const dismiss = (label: string): JSX.Element => (
    <button
      type="button"
      class="round quiet"
      aria-label={label}
      title={label}
      onClick={() => asking.decline()}
    >
      {icon("cross", 18)}
    </button>
  );

  return (
    <>
      <div ref={bar} class="handoff">
        <MailedLinkBar mailed={handoff.mailed} />
        {step === "person" && (
          <Bar title={words.talkingTo(cleanText(name))} control={goBack(words.backToAssistant)} isSlim />
        )}
        {step === "waiting" && (
          <Bar title={waiting} control={goBack(words.cancel)} isBusy>
            <p>{words.waitingDetail}</p>
            {asking.address.value && <p>{words.addressKept(asking.address.value)}</p>}
          </Bar>
        )}
        {step === "away" && (
          <Bar title={words.nobodyThere} control={dismiss(words.cancel)} isHidden={isCovered}>
            {away?.opensAt && <p>{words.thereAgain(timeIn(away.opensAt, words))}</p>}
            {asking.address.value ? (
              <p>{words.addressKept(asking.address.value)}</p>
            ) : (
              chat.agent.value?.handoff?.email && <AddressForm asking={asking} />
            )}
          </Bar>
        )}
        {step === "offer" && (
          <Bar
            title={words.wantPerson}
            isSlim
            isHidden={handoff.mailed.state.value !== undefined}
            control={
              <>
                <button
                  type="button"
                  class="button"
                  aria-disabled={asking.isBusy.value}
                  onClick={() => void asking.ask()}
                >
                  {words.yes}
                </button>
                <button type="button" class="button" onClick={() => asking.decline()}>
                  {words.no}
                </button>
              </>
            }
          />
        )}
        {asking.hasFailed.value && (
          <p class="notice handoff-failed" role="alert">
            {words.failed}
          </p>
        )}
        {typing.value !== undefined && (
          <p class="handoff-typing">
            <span class="dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            <span dir="auto">{words.personTyping(cleanText(typing.value))}</span>
          </p>
        )}
      </div>
      <div class="unseen" role="status" aria-live="polite">
        {said(heard.value, step, { name, waiting }, words)}
      </div>
      <MailedLinkStatus mailed={handoff.mailed} />
    </>
  );
}

/** What screen readers are told: the newest words of a person, otherwise the state of the chat. */
function said(
  message: Handoff["heard"]["value"],
  step: string | undefined,
  { name, waiting }: { readonly name: string; readonly waiting: string },
  words: HandoffWords,
): string {
  if (message)
    return `${words.agent(`${cleanText(message.name)} (${words.person})`)} ${cleanText(message.text)}`;
  if (step === "person") return words.talkingTo(cleanText(name));
  if (step === "waiting") return waiting;
  return step === "away" ? words.nobodyThere : "";
}

/** The visitor's place in the queue where that is known: it takes the title's own place, so that nothing jumps. */
function waitingTitle(before: number | undefined, words: HandoffWords): string {
  if (before === undefined) return words.waitingForPerson;
  return before === 0 ? words.nextInQueue : words.peopleBefore(before);
}

function Bar(props: {
  title: string;
  control: JSX.Element;
  isBusy?: boolean;
  /** One quiet line, for what stays, and for what is only offered. */
  isSlim?: boolean;
  isHidden?: boolean;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <section
      class={props.isSlim ? "notice handoff-bar slim" : "notice handoff-bar"}
      role="group"
      aria-label={props.title}
      hidden={props.isHidden}
    >
      <div class="handoff-head">
        {props.isBusy && <span class="spinner" />}
        <strong dir="auto">{props.title}</strong>
        <span class="handoff-controls">{props.control}</span>
      </div>
      {props.children}
    </section>
  );
}

function timeIn(at: string, { lang }: HandoffWords): string {
  const format = new Intl.DateTimeFormat(lang, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "numeric",
    minute: "2-digit",
  });
  const time = Date.parse(at);
  return Number.isNaN(time) ? "" : format.format(time);
}

/** Asks for an address for the answer, while nobody is available. */
function AddressForm({ asking }: { asking: Asking }): JSX.Element {
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
