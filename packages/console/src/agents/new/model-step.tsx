import type { JSX } from "preact";
import { useConsole } from "../../app/console-context.ts";
import { icon } from "../../ui/icon.tsx";
import { StepFrame, stepHref } from "./step-frame.tsx";
import type { NewAgent } from "./use-new-agent.ts";

/** Asks who writes the answers: nobody, so that documents are quoted, or a language model. */
export function ModelStep({
  agent,
  provider,
  next,
}: {
  agent: NewAgent;
  /** The provider of the file's model. */
  provider: string;
  next: () => Promise<void>;
}): JSX.Element {
  const text = useConsole().words.newAgent;
  return (
    <StepFrame title={text.modelTitle} back={stepHref(agent.id, "knowledge")} next={next}>
      {provider === "extractive" && (
        <p class="notice">
          {icon("book", 16)}
          <span>
            {text.withoutModelText} {text.modelAdds}
          </span>
        </p>
      )}
    </StepFrame>
  );
}
