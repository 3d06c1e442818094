import type { JSX } from "preact";
import type { ActionView } from "@servicechat/contract";
import { cleanText } from "../words/clean-text.ts";
import { useChat } from "./chat-context.ts";
import { Icon } from "./icon.tsx";
import { safeLink } from "../markdown/safe-link.ts";
import { Mark } from "./mark.tsx";

/** What is there before the first message: the welcome, questions to start with, and actions. */
export function WelcomeScreen(): JSX.Element {
  const { chat, config, words } = useChat();
  const { starters = [], actions = [] } = chat.agent.value ?? {};
  return (
    <section class="welcome">
      <Mark size={56} />
      <h2 dir="auto">{cleanText(config.agent.welcomeMessage ?? words.greeting)}</h2>
      {starters.length + actions.length > 0 && (
        <ul class="starters" aria-label={words.starters}>
          {starters.map((starter) => (
            <li key={starter}>
              <button type="button" class="starter" dir="auto" onClick={() => chat.send(starter)}>
                <span>{cleanText(starter)}</span>
                <Icon name="forward" size={18} />
              </button>
            </li>
          ))}
          {actions.map((action) => (
            <ActionItem key={action.id} action={action} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** An action of a kind that this application can carry out; others are not offered. */
function ActionItem({ action }: { action: ActionView }): JSX.Element | null {
  const { chat, words } = useChat();
  const label = cleanText(action.label);
  const description = action.description ? <small>{cleanText(action.description)}</small> : null;
  if (action.kind === "prompt") {
    return (
      <li>
        <button type="button" class="starter" dir="auto" onClick={() => chat.act(action.id, action.label)}>
          <span>
            {label}
            {description}
          </span>
          <Icon name="forward" size={18} />
        </button>
      </li>
    );
  }
  const link = action.kind === "link" && action.url ? safeLink(action.url, label) : undefined;
  if (!link) return null;
  return (
    <li>
      <a class="starter" dir="auto" href={link.href} target="_blank" rel="noopener noreferrer">
        <span>
          {label}
          {description}
        </span>
        <Icon name="out" size={18} />
        <span class="unseen">{words.opensNewTab}</span>
      </a>
    </li>
  );
}
