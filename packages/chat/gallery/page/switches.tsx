import type { JSX } from "preact";
import { choices, languages, type Look } from "./look.ts";

const labels: Readonly<Record<keyof typeof choices, string>> = {
  theme: "Theme",
  lang: "Language",
  dir: "Direction",
  size: "Size",
  style: "Style",
};

function optionLabel(name: keyof typeof choices, value: string): string {
  if (name === "lang") return languages[value as keyof typeof languages];
  if (value === "") return "as the language";
  return name === "size" && /^\d+$/.test(value) ? `${value} px` : value;
}

/** What is shown, and how. */
export function Switches(props: { look: Look; change: (changes: Partial<Look>) => void }): JSX.Element {
  const { look, change } = props;
  return (
    <form>
      {(Object.keys(choices) as (keyof typeof choices)[]).map((name) => (
        <label key={name}>
          {labels[name]}
          <select
            value={look[name]}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
          >
            {choices[name].map((value) => (
              <option key={value} value={value}>
                {optionLabel(name, value)}
              </option>
            ))}
          </select>
        </label>
      ))}
      <label>
        Brand colour
        <input
          type="color"
          value={look.brand}
          onChange={({ currentTarget }) => change({ brand: currentTarget.value })}
        />
      </label>
    </form>
  );
}
