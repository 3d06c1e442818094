import type { JSX } from "preact";
import { useConsole } from "../../app/console-context.ts";
import { Loaded } from "../../ui/page.tsx";
import { useResource } from "../../ui/use-resource.ts";
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
  const { words } = useConsole();
  const text = words.newAgent;
  const isGerman = words.lang.startsWith("de");
  const parts = useResource(isGerman ? "de" : "en", async () => {
    const [form, { changeFile }, { settingsWords }] = await Promise.all([
      import("./model-form.tsx"),
      import("../../agent-file/edit-file.ts"),
      isGerman ? import("../../agent-settings/words.de.ts") : import("../../agent-settings/words.en.ts"),
    ]);
    return { ...form, changeFile, settingsWords };
  });
  return (
    <StepFrame title={text.modelTitle} back={stepHref(agent.id, "knowledge")} next={next}>
      <Loaded resource={parts}>
        {({ ModelForm, changeFile, settingsWords }) => {
          const isQuoting = provider === "extractive";
          const choose = (model: object): void => agent.change((file) => changeFile(file, ["model"], model));
          return (
            <>
              <fieldset class="purposes">
                <legend class="unseen">{text.modelTitle}</legend>
                <label class={isQuoting ? "purpose chosen" : "purpose"}>
                  <input
                    type="radio"
                    name="writer"
                    checked={isQuoting}
                    onChange={() => choose({ provider: "extractive" })}
                  />
                  <span>
                    <b>{text.withoutModel}</b>
                    <span class="muted">{text.withoutModelText}</span>
                  </span>
                </label>
                <label class={isQuoting ? "purpose" : "purpose chosen"}>
                  <input
                    type="radio"
                    name="writer"
                    checked={!isQuoting}
                    onChange={() => choose({ provider: "openai", name: "" })}
                  />
                  <span>
                    <b>{text.withModel}</b>
                    <span class="muted">{text.withModelText}</span>
                  </span>
                </label>
              </fieldset>
              {isQuoting ? (
                <p class="hint">{text.modelAdds}</p>
              ) : (
                <ModelForm agent={agent} words={settingsWords} />
              )}
            </>
          );
        }}
      </Loaded>
    </StepFrame>
  );
}
