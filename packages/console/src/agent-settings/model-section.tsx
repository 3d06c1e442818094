import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { textIn, valueIn } from "../agent-file/edit-file.ts";
import { useConsole } from "../app/console-context.ts";
import { TextSetting } from "./inputs.tsx";
import { useFileForm } from "./form-context.tsx";
import { ListSetting } from "./list-setting.tsx";
import { ModelFields } from "./model-fields.tsx";

/** What the agent is told, and the model that answers. */
export function ModelSection(): JSX.Element {
  const form = useFileForm();
  return (
    <>
      <Instructions />
      <section class="setting-group" aria-labelledby="setting-model">
        <h3 id="setting-model">{form.words.fields.model[0]}</h3>
        <ModelFields path={["model"]} />
      </section>
      <ListSetting
        path={["fallbackModels"]}
        max={5}
        titleOf={(item) =>
          [textIn(item, ["name"]) || textIn(item, ["module"]), providerOf(item)].filter(Boolean).join(" · ")
        }
        additions={[{ label: form.words.newModel, make: () => ({ provider: "extractive" }) }]}
      >
        {(_, path) => <ModelFields path={path} />}
      </ListSetting>
    </>
  );

  function providerOf(item: unknown): string {
    const provider = textIn(item, ["provider"]);
    return Object.hasOwn(form.words.providers, provider)
      ? form.words.providers[provider as keyof typeof form.words.providers]
      : provider;
  }
}

/** Characters of a token, about: of English. */
const charactersOfToken = 4;

function Instructions(): JSX.Element {
  const { words } = useConsole();
  const form = useFileForm();
  const examples = useRef<HTMLDetailsElement>(null);
  const value = valueIn(form.file, ["instructions"]);
  const length = typeof value === "string" ? value.length : 0;
  const tokens = Math.ceil(length / charactersOfToken).toLocaleString(words.lang);
  const texts = form.words.exampleTexts;
  const labels = {
    support: form.words.exampleSupport,
    shop: form.words.exampleShop,
    internal: form.words.exampleInternal,
  };
  return (
    <>
      <TextSetting
        path={["instructions"]}
        rows={12}
        maxLength={50_000}
        extra={<p class="hint">{form.words.tokens(tokens)}</p>}
      />
      {form.mayEdit && (
        <details class="setting-examples" ref={examples}>
          <summary>{form.words.examples}</summary>
          {(Object.keys(labels) as (keyof typeof labels)[]).map((name) => (
            <div key={name} class="setting-example">
              <h4>{labels[name]}</h4>
              <p>{texts[name]}</p>
              <button
                type="button"
                class="button small"
                aria-label={`${form.words.insert}: ${labels[name]}`}
                onClick={() => {
                  const before =
                    typeof value === "string" && value.trim() !== "" ? `${value.trimEnd()}\n` : "";
                  form.set(["instructions"], before + texts[name]);
                  examples.current?.removeAttribute("open");
                }}
              >
                {form.words.insert}
              </button>
            </div>
          ))}
        </details>
      )}
    </>
  );
}
