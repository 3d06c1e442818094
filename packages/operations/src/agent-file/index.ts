export * from "./check-agent-file.ts";
export { readQuestions } from "../knowledge/read-questions.ts";
