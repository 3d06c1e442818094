import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { useChat } from "../context/chat-context.ts";
import type { Offer } from "../actions/offers.ts";

/**
 * The control that executes an action; one with `confirm` asks first.
 *
 * @param props.done called once the visitor has chosen, or has cancelled when asked.
 */
export function OfferControl(props: {
  offer: Offer;
  class: string;
  title?: string | undefined;
  done?: () => void;
  children: ComponentChildren;
}): JSX.Element {
  const { offer, done, children, ...appearance } = props;
  const { lazy, words } = useChat();
  const [asking, setAsking] = useState(false);
  const AskFirst = lazy.menuAndTabs.module.value?.AskFirst;
  const { label, description, confirm, kind } = offer.action;
  // The service asks for confirmation of a form's request once it is filled in.
  if (!confirm || kind === "form") {
    return (
      <Carry offer={offer} {...appearance} done={done}>
        {children}
      </Carry>
    );
  }
  function close(): void {
    setAsking(false);
    done?.();
  }
  return (
    <>
      <button type="button" {...appearance} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {children}
      </button>
      {asking &&
        (AskFirst ? (
          <AskFirst
            question={cleanText(label)}
            detail={cleanText(description) || words.goAhead}
            cancel={close}
          >
            <Carry offer={offer} class="button primary" done={close}>
              {words.go}
            </Carry>
          </AskFirst>
        ) : (
          <p class="later">{words.loadingControl}</p>
        ))}
    </>
  );
}

function Carry(props: {
  offer: Offer;
  class: string;
  title?: string | undefined;
  done: (() => void) | undefined;
  children: ComponentChildren;
}): JSX.Element {
  const { chat, words, filling } = useChat();
  const { action, href, fields } = props.offer;
  if (href === undefined) {
    return (
      <button
        type="button"
        class={props.class}
        title={props.title}
        onClick={() => {
          props.done?.();
          filling.value = fields[0] && props.offer;
          if (!fields[0]) chat.act(action);
        }}
      >
        {props.children}
      </button>
    );
  }
  return (
    <a
      class={props.class}
      title={props.title}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => {
        props.done?.();
        chat.act(action);
      }}
    >
      {props.children}
      <span class="unseen">{words.opensNewTab}</span>
    </a>
  );
}
