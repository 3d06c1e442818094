import type { JSX } from "preact";
import type { GapState as State } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";

const tones: Readonly<Record<State, string>> = {
  open: "warn",
  reopened: "bad",
  answered: "brand",
  closed: "good",
  dismissed: "",
};

/** The state of a gap. */
export function GapState({ state }: { state: State }): JSX.Element {
  const { words } = useConsole();
  return <span class={`badge ${tones[state]}`}>{words.gaps.states[state]}</span>;
}
