import type { JSX } from "preact";
import { asProblem } from "../api/api-problem.ts";
import { sayProblem } from "../ui/page.tsx";
import { useConsole, useMay } from "./console-context.ts";

/**
 * Whether the person who is signed in currently takes chats. Colleagues see it, and there are no sounds for those who
 * do not.
 */
export function AvailableField(): JSX.Element | null {
  const { api, words, me, toast } = useConsole();
  const mayAnswer = useMay("responder");
  const person = me.value;
  if (!mayAnswer || person?.kind !== "operator") return null;
  return (
    <label class="menu-field">
      <span>{words.inbox.takesChats}</span>
      <input
        type="checkbox"
        checked={person.available !== false}
        onChange={({ currentTarget: { checked: available } }) => {
          me.value = { ...person, available };
          api.send("PUT", "me/availability", { body: { available } }).catch((thrown: unknown) => {
            me.value = person;
            toast.value = sayProblem(asProblem(thrown), words);
          });
        }}
      />
    </label>
  );
}
