import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import { useChat } from "./chat-context.ts";
import { icon } from "./icon.tsx";
import { Mark } from "./mark.tsx";
import { OfferControl } from "./offer-control.tsx";
import { offersOf } from "./offers.ts";

/** What is there before the first message: the welcome, questions to start with, and actions. */
export function WelcomeScreen(): JSX.Element {
  const { chat, config, words } = useChat();
  const { starters = [] } = chat.agent.value ?? {};
  const offers = offersOf(chat.agent.value);
  return (
    <section class="welcome">
      <Mark size={56} />
      <h2 dir="auto">{cleanText(config.agent.welcomeMessage ?? words.greeting)}</h2>
      {starters.length + offers.length > 0 && (
        <ul class="starters" role="list" aria-label={words.starters}>
          {starters.map((starter) => (
            <li key={starter}>
              <button type="button" class="starter" dir="auto" onClick={() => chat.send(starter)}>
                <span>{cleanText(starter)}</span>
                {icon("forward", 18)}
              </button>
            </li>
          ))}
          {offers.map((offer) => (
            <li key={offer.action.id}>
              <OfferControl offer={offer} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
