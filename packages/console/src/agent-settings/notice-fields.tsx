import type { JSX } from "preact";
import { chatLanguages } from "@servicechat/contract";
import { textIn, valueIn, type FilePath } from "../agent-file/edit-file.ts";
import { useConsole } from "../app/console-context.ts";
import { Faults, Others, Setting, useFieldWords, type SettingProps } from "./fields.tsx";
import { SelectInput, TextSetting } from "./inputs.tsx";
import { useFileForm } from "./form-context.tsx";

/** How visitors learn that an AI answers. */
export function NoticeFields(): JSX.Element {
  const form = useFileForm();
  const path: FilePath = ["notice"];
  const notice = valueIn(form.file, path);
  const state =
    notice === undefined || notice === null ? "chat" : valueIn(notice, ["off"]) === undefined ? "own" : "off";
  const starts: Readonly<Record<string, unknown>> = { chat: undefined, own: { text: "" }, off: { off: "" } };
  return (
    <div class="form setting-group">
      <Setting path={path} isShowable={typeof notice !== "string"}>
        {(tied) => (
          <SelectInput
            tied={tied}
            options={form.words.notices}
            value={state}
            change={(chosen) => form.set(path, starts[chosen])}
          />
        )}
      </Setting>
      {state === "own" && (
        <>
          <PerLanguage path={[...path, "text"]} name="noticeText" />
          <PerLanguage path={[...path, "link"]} name="noticeLink" />
        </>
      )}
      {state === "off" && <TextSetting path={[...path, "off"]} name="noticeOff" required maxLength={500} />}
      <Others path={path} known={["text", "link", "off"]} />
    </div>
  );
}

/** One text for all languages of the chat, or one for each of some. */
function PerLanguage(setting: Required<Omit<SettingProps, "required">>): JSX.Element {
  const { words: all } = useConsole();
  const form = useFileForm();
  const { path, name } = setting;
  const { label } = useFieldWords(setting);
  const value = valueIn(form.file, path);
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  const languageName = new Intl.DisplayNames([all.lang], { type: "language" });
  const first = all.lang.split("-")[0] ?? "en";
  return (
    <>
      <SelectInput
        tied={{ "aria-label": label, disabled: !form.mayEdit }}
        options={{ one: form.words.allLanguages, each: form.words.perLanguage }}
        value={isMap ? "each" : "one"}
        change={(chosen) => {
          const text = isMap ? Object.values(value).find((each) => typeof each === "string") : value;
          form.set(path, chosen === "each" ? { [first]: text ?? "" } : text);
        }}
      />
      {isMap ? (
        <>
          {chatLanguages.map((language) => (
            <LanguageText
              key={language}
              path={[...path, language]}
              label={`${label}: ${languageName.of(language) ?? language}`}
            />
          ))}
          <Others path={path} known={chatLanguages} />
        </>
      ) : (
        <TextSetting path={path} name={name} maxLength={name === "noticeText" ? 300 : 2000} />
      )}
    </>
  );
}

function LanguageText({ path, label }: { path: FilePath; label: string }): JSX.Element {
  const form = useFileForm();
  return (
    <label class="language-text">
      <span>{label}</span>
      <input
        disabled={!form.mayEdit}
        value={textIn(form.file, path)}
        onInput={({ currentTarget }) => form.set(path, currentTarget.value || undefined)}
      />
      <Faults path={path} />
    </label>
  );
}
