import type { ConsoleState } from "./console-state.ts";
import { lists, says } from "./scene.ts";

/** The page of tests in every state. */
export const agentTestsStates: readonly ConsoleState[] = [
  { name: "tests", title: "Whose tests", path: "tests", shows: ".rows" },
  {
    name: "tests-table",
    title: "Questions and what their answers must say, one of which the newest version breaks",
    path: "tests/larkfield",
    shows: ".test-line .faults",
  },
  {
    name: "tests-table-more",
    title: "A test with expectations that have no column",
    path: "tests/larkfield",
    press: [".test-lines > li:nth-child(1) .test-tools > button"],
    shows: ".test-others",
  },
  {
    name: "tests-suggested",
    title: "Tests that the agent's model suggests",
    path: "tests/larkfield",
    press: [".test-sources > button:last-child"],
    shows: ".suggested",
  },
  {
    name: "tests-choose-chat",
    title: "A test is made from a chat: which one",
    path: "tests/larkfield",
    press: [".test-sources > button:first-child"],
    shows: ".test-choices",
  },
  {
    name: "tests-results",
    title: "A test that the newest version breaks, with both answers",
    path: "tests/larkfield/results",
    shows: ".test-sides",
  },
  {
    name: "tests-file",
    title: "The file beneath the table",
    path: "tests/larkfield/file",
    shows: ".editor:not(.pending)",
  },
  {
    name: "tests-from-chat",
    title: "A test is made of a chat",
    path: "tests/larkfield?chat=chat-1",
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
    shows: ".test-welcome",
  },
];
