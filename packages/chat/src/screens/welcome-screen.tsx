import type { JSX } from "preact";
import { cleanText, isActionIcon } from "@servicechat/contract";
import { useChat } from "../context/chat-context.ts";
import { icon } from "./icon.tsx";
import { Logo } from "./logo.tsx";
import { OfferControl } from "./offer-control.tsx";
import { offersOf, type Offer } from "../actions/offers.ts";

/**
 * The screen before the first message: the welcome, suggested questions, and actions. Only screen readers hear which are
 * which: they look different. Everything is aligned according to the chat's language; each text keeps its own direction within its lines.
 */
export function WelcomeScreen(): JSX.Element {
  const { chat, config, lazy, words } = useChat();
  const People = lazy.handoff.module.value?.PeopleHere;
  const { starters = [] } = chat.agent.value ?? {};
  const offers = offersOf(chat.agent.value);
  return (
    <section class="welcome">
      <Logo size={44} />
      <h2>
        <bdi>{cleanText(config.agent.welcomeMessage ?? words.greeting)}</bdi>
      </h2>
      {starters.length > 0 && (
        <ul class="starters" role="list" aria-label={words.starters}>
          {starters.map((starter) => (
            <li key={starter}>
              <button type="button" class="starter" onClick={() => chat.send(starter)}>
                <span>
                  <bdi>{cleanText(starter)}</bdi>
                </span>
                {icon("forward", 18)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {offers.length > 0 && (
        <ul class="deeds" role="list" aria-label={words.actions}>
          {offers.map((offer) => (
            <li key={offer.action.id}>
              <Deed offer={offer} />
            </li>
          ))}
        </ul>
      )}
      {People && <People />}
    </section>
  );
}

/** An action, small enough that several fit in a row: its description is its tooltip. */
function Deed({ offer }: { offer: Offer }): JSX.Element {
  const { label, description, icon: named } = offer.action;
  const [usual, size] = offer.href === undefined ? (["actions", 16] as const) : (["out", 18] as const);
  return (
    <OfferControl offer={offer} class="deed" title={cleanText(description) || undefined}>
      {icon(isActionIcon(named) ? named : usual, size)}
      <bdi>{cleanText(label)}</bdi>
    </OfferControl>
  );
}
