import type { JSX } from "preact";
import { valueIn, type FilePath } from "../agent-file/edit-file.ts";
import { Choices } from "../ui/form.tsx";
import { Faults, Others, useFieldWords } from "./fields.tsx";
import { NumberSetting, SwitchSetting, TextSetting } from "./inputs.tsx";
import { useFileForm } from "./form-context.tsx";
import { PartSwitch } from "./handoff-section.tsx";
import { NoticeFields } from "./notice-fields.tsx";

const defaults = { maxToolRounds: 8, replySeconds: 120, addressHandoffsPerHour: 20 } as const;
const names = [
  "replySeconds",
  "maxToolRounds",
  "dailyOutputTokens",
  "concurrentReplies",
  "sessionMessagesPerHour",
  "addressMessagesPerHour",
  "addressHandoffsPerHour",
  "addressRequestsPerMinute",
] as const;

/** How much visitors may use, what they may send, and what they are told. */
export function LimitsSection(): JSX.Element {
  const form = useFileForm();
  const { words } = form;
  const [identity, uploads] = [valueIn(form.file, ["identity"]), valueIn(form.file, ["uploads"])];
  const isPart = (value: unknown): boolean => value !== undefined && value !== null;
  return (
    <>
      <div class="form">
        <Faults path={["limits"]} />
        <div class="limit-fields">
          {names.map((name) => (
            <NumberSetting
              key={name}
              path={["limits", name]}
              usual={name in defaults ? defaults[name as keyof typeof defaults] : words.noLimit}
            />
          ))}
        </div>
        <Others path={["limits"]} known={names} />
      </div>
      <div class="form setting-group">
        <PartSwitch path={["identity"]} start={{ secretEnv: "" }} />
        {isPart(identity) && (
          <div class="field-row">
            <TextSetting
              path={["identity", "secretEnv"]}
              required
              isCode
              placeholder="SHOP_IDENTITY_SECRET"
            />
            <TextSetting path={["identity", "audience"]} maxLength={200} />
          </div>
        )}
        <Others path={["identity"]} known={["secretEnv", "audience"]} />
      </div>
      <div class="form setting-group">
        <PartSwitch path={["uploads"]} start={{}} />
        {isPart(uploads) && <UploadFields />}
      </div>
      <div class="form setting-group">
        <SwitchSetting path={["pageContext"]} usual={false} />
      </div>
      <NoticeFields />
    </>
  );
}

/** The types of the agent file, with names for people. */
const typeNames = {
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/webp": "WebP",
  "image/gif": "GIF",
  "application/pdf": "PDF",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word (.docx)",
  "text/plain": "Text",
  "text/markdown": "Markdown",
  "text/csv": "CSV",
} as const;
const uploadTypes = Object.keys(typeNames) as readonly (keyof typeof typeNames)[];

function UploadFields(): JSX.Element {
  const form = useFileForm();
  const path: FilePath = ["uploads", "types"];
  const { label } = useFieldWords({ path });
  const value = valueIn(form.file, path);
  const chosen = Array.isArray(value) ? uploadTypes.filter((type) => value.includes(type)) : [...uploadTypes];
  return (
    <>
      <fieldset class="upload-types" disabled={!form.mayEdit}>
        <Choices
          legend={label}
          choices={uploadTypes.map((id) => ({ id, label: typeNames[id] }))}
          chosen={chosen}
          change={(next) =>
            form.set(
              path,
              uploadTypes.filter((type) => next.includes(type)),
            )
          }
        />
      </fieldset>
      <Faults path={path} inside />
      <TextSetting path={["uploads", "maxBytes"]} placeholder={form.words.usual("5MB")} />
      <Others path={["uploads"]} known={["types", "maxBytes"]} />
    </>
  );
}
