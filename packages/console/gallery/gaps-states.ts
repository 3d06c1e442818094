import type { ConsoleState } from "./console-state.ts";
import { lists } from "./scene.ts";

/** The page of gaps in every state. */
export const gapsStates: readonly ConsoleState[] = [
  { name: "gaps", title: "What was asked in vain", path: "gaps", shows: ".rows" },
  { name: "gaps-all", title: "All gaps, dismissed ones too", path: "gaps?all=1", shows: ".rows" },
  {
    name: "gap",
    title: "One gap: its wordings and the nearest passage",
    path: "gaps/gap_vouchers",
    shows: ".gap-passage",
  },
  {
    name: "gaps-empty",
    title: "No gaps",
    path: "gaps",
    scene: { "GET gaps": lists([]) },
    shows: ".empty",
  },
];
