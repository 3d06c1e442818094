import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { valueIn, type FilePath } from "../agent-file/edit-file.ts";
import { Others, type SettingProps } from "./fields.tsx";
import {
  CheckRow,
  LinesSetting,
  NumberSetting,
  SelectSetting,
  SwitchSetting,
  TextSetting,
} from "./inputs.tsx";
import { useFileForm } from "./form-context.tsx";
import { weekdays, WeekSetting } from "./week-setting.tsx";

/** A part of the file that can be missing as a whole. What it had is there again when it is switched on again. */
export function PartSwitch({ start, ...setting }: SettingProps & { readonly start: unknown }): JSX.Element {
  const form = useFileForm();
  const value = valueIn(form.file, setting.path);
  const before = useRef<unknown>(undefined);
  return (
    <CheckRow
      {...setting}
      isOn={value !== undefined && value !== null}
      change={(isOn) => {
        if (!isOn) before.current = value;
        form.set(setting.path, isOn ? (before.current ?? start) : undefined);
      }}
    />
  );
}

/** Whether and when people take part in chats. */
export function HandoffSection(): JSX.Element {
  const form = useFileForm();
  const inside = (...steps: string[]): FilePath => ["handoff", ...steps];
  const handoff = valueIn(form.file, ["handoff"]);
  const hours = valueIn(handoff, ["hours"]);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div class="form">
      <PartSwitch path={inside()} start={{}} />
      {handoff !== undefined && handoff !== null && (
        <>
          <SwitchSetting path={inside("button")} usual />
          <div class="field-row">
            <NumberSetting path={inside("waitMinutes")} usual={3} />
            <NumberSetting path={inside("silentMinutes")} usual={30} />
          </div>
          <SelectSetting path={inside("whileWaiting")} options={form.words.whileWaiting} usual="answer" />
          <SwitchSetting path={inside("offline", "email")} usual />
          <PartSwitch
            path={inside("hours")}
            start={{ zone, ...Object.fromEntries(weekdays.slice(0, 5).map((day) => [day, ["09:00-17:00"]])) }}
          />
          {hours !== undefined && hours !== null && (
            <>
              <TextSetting path={inside("hours", "zone")} required options={zones()} placeholder={zone} />
              <WeekSetting path={inside("hours")} />
              <LinesSetting path={inside("hours", "closed")} placeholder="2026-12-25" />
              <Others path={inside("hours")} known={["zone", "closed", ...weekdays]} />
            </>
          )}
          <Others
            path={inside()}
            known={["button", "waitMinutes", "silentMinutes", "whileWaiting", "offline", "hours"]}
          />
        </>
      )}
    </div>
  );
}

const zones = (): readonly string[] => Intl.supportedValuesOf("timeZone");
