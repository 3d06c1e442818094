export * from "./check-agent-file.ts";
export { readAgentTests } from "../agent-tests/read-agent-tests.ts";
export { readQuestions } from "../knowledge/read-questions.ts";
