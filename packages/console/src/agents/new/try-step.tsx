import type { JSX } from "preact";
import { useConsole } from "../../app/console-context.ts";
import { showHidden } from "../../ui/show-hidden.ts";
import { StepFrame, stepHref } from "./step-frame.tsx";
import type { NewAgent } from "./use-new-agent.ts";

/** Invites to ask the agent something, in the preview beside it. */
export function TryStep({ agent, starters }: { agent: NewAgent; starters: readonly string[] }): JSX.Element {
  const { words, navigation } = useConsole();
  const text = words.newAgent;
  return (
    <StepFrame
      title={text.tryTitle}
      lead={text.tryLead}
      back={stepHref(agent.id, "look")}
      next={async () => {
        await agent.apply();
        navigation.go(stepHref(agent.id, "install"));
      }}
    >
      {starters.length > 0 && (
        <div class="guide-block">
          <h3>{text.tryQuestions}</h3>
          <ul>
            {starters.map((starter) => (
              <li key={starter}>{showHidden(starter)}</li>
            ))}
          </ul>
        </div>
      )}
      <div class="guide-block">
        <h3>{text.tryWrong}</h3>
        <p class="muted">{text.tryWrongText}</p>
        <p>
          <a href={stepHref(agent.id, "knowledge")}>{text.toKnowledge}</a>
        </p>
      </div>
    </StepFrame>
  );
}
