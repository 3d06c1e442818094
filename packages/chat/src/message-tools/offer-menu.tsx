import type { JSX, TargetedFocusEvent } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { OfferControl } from "../screens/offer-control.tsx";
import { offersOf, type Offer } from "../actions/offers.ts";

/**
 * The actions during a conversation: a button beside the composer that expands them. Escape, a choice and leaving
 * collapse them again. There is none on the welcome screen, which shows them itself, nor while an answer is in
 * progress.
 */
export function OfferMenu(): JSX.Element | null {
  const { chat, dialogs, words } = useChat();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const list = useId();
  const offers = offersOf(chat.agent.value);
  if (offers.length === 0 || chat.conversation.value.length === 0) return null;
  const isBusy = chat.isAnswering.value || chat.state.value !== "ready";
  if (open && isBusy) setOpen(false); // permanently: otherwise it would expand over the answer

  function fold(): void {
    setOpen(false);
    opener.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !open || dialogs.isAnyOpen()) return;
    event.stopPropagation(); // otherwise the frame would close
    fold();
  }

  function onFocusOut({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLDivElement>): void {
    if (dialogs.isAnyOpen()) return; // it asks on behalf of the menu, and disappears with it
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
  }

  // Safari does not focus clicked buttons: the focus would leave the menu, and collapse it before a choice is made.
  return (
    <div
      class="offer-menu"
      onKeyDown={onKeyDown}
      onFocusOut={onFocusOut}
      onMouseDown={(event) => open && event.preventDefault()}
    >
      <button
        ref={opener}
        type="button"
        class="round quiet"
        aria-label={words.actions}
        title={words.actions}
        aria-expanded={open}
        aria-controls={list}
        aria-disabled={isBusy}
        onClick={() => {
          opener.current?.focus();
          setOpen(!open && !isBusy);
        }}
      >
        {icon("actions")}
      </button>
      {open && (
        <ul id={list} class="offers" role="list" aria-label={words.actions}>
          {offers.map((offer) => (
            <li key={offer.action.id}>
              <OfferRow offer={offer} done={fold} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** An action with its description. */
function OfferRow({ offer, done }: { offer: Offer; done: () => void }): JSX.Element {
  const detail = cleanText(offer.action.description);
  return (
    <OfferControl offer={offer} class="starter" done={done}>
      <span>
        <bdi>{cleanText(offer.action.label)}</bdi>
        {detail && (
          <small>
            <bdi>{detail}</bdi>
          </small>
        )}
      </span>
      {icon(offer.href === undefined ? "forward" : "out", 18)}
    </OfferControl>
  );
}
