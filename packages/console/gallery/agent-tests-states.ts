import type { ConsoleState } from "./console-state.ts";
import { lists, says } from "./scene.ts";

/** The page of tests in every state. */
export const agentTestsStates: readonly ConsoleState[] = [
  { name: "tests", title: "Whose tests", path: "tests", shows: ".rows" },
  {
    name: "tests-results",
    title: "A test that the newest version breaks, with both answers",
    path: "tests/larkfield",
    shows: ".test-sides",
  },
  {
    name: "tests-file",
    title: "The file of tests",
    path: "tests/larkfield/file",
    shows: ".editor:not(.pending)",
  },
  {
    name: "tests-from-chat",
    title: "A test is made of a chat",
    path: "tests/larkfield/file?chat=chat-1",
    shows: ".apply-bar",
  },
  {
    name: "tests-empty",
    title: "No tests yet",
    path: "tests/larkfield",
    scene: {
      "GET agents/{id}/tests": says({ agent: "larkfield", file: null, changedAt: null, revision: "0" }),
      "GET agents/{id}/tests/runs": lists([]),
    },
    shows: ".empty",
  },
];
