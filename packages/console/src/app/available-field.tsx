import type { JSX } from "preact";
import { asProblem } from "../api/api-problem.ts";
import { sayProblem } from "../ui/page.tsx";
import { useConsole, useMay } from "./console-context.ts";

/** Whether who is signed in takes chats just now. Colleagues see it, and nothing sounds while they do not. */
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
