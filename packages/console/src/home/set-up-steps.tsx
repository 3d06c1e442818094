import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { icon } from "../ui/icon.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import type { HomeData } from "./home-page.tsx";

interface Step {
  readonly name: string;
  readonly text: string;
  /** Evidence that it is done; `undefined`: it is not. */
  readonly done: string | undefined;
  readonly action: string;
  readonly href: string;
}

/** The steps up to the first chat. The first one that is not done is open. */
export function SetUpSteps({ home }: { home: HomeData }): JSX.Element {
  const { words } = useConsole();
  const text = words.home;
  const seen = home.sites.find(({ admitted }) => admitted > 0);
  // Somebody with one agent creates its key where the guide ends, and finds the tag there again.
  const [only, other] = home.agents;
  const install = only && !other ? hrefOf("agents/new", { agent: only.id, step: "install" }) : undefined;
  const steps: readonly Step[] = [
    {
      name: text.agentStep,
      text: text.agentText,
      done: home.agents.length > 0 ? text.agentDone(home.agents.length) : undefined,
      action: text.agentAction,
      href: hrefOf("agents/new"),
    },
    {
      name: text.keyStep,
      text: text.keyText,
      done: home.keys.length > 0 ? text.keyDone(home.keys.length) : undefined,
      action: text.keyAction,
      href: install ?? hrefOf("keys", { new: "1" }),
    },
    {
      name: text.tagStep,
      text: text.tagText,
      done: seen && text.tagDone(showHidden(seen.origin)),
      action: install ? text.tagShow : text.tagAction,
      href: install ?? hrefOf("keys"),
    },
    {
      name: text.chatStep,
      text: text.chatText,
      done: undefined,
      action: text.chatAction,
      href: hrefOf("chats"),
    },
  ];
  const next = steps.findIndex(({ done }) => done === undefined);
  return (
    <section class="set-up">
      <h2>{text.setUpTitle}</h2>
      <p class="muted">{text.setUpText}</p>
      <ol class="steps" role="list">
        {steps.map((step, at) => (
          <li key={step.name} class={step.done ? "done" : at === next ? "next" : ""}>
            <span class="step-sign">
              {step.done ? icon("check", 16) : at + 1}
              <span class="unseen">{step.done ? text.stepDone : text.stepOpen}</span>
            </span>
            <div class="step-text">
              <h3>{step.name}</h3>
              <p>{step.done ?? step.text}</p>
              {at === next && (
                <a class="button primary" href={step.href}>
                  {step.action}
                </a>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
