export * from "./check-agent-file.ts";
export { readAnswerFile } from "./read-answer-file.ts";
export type { WrittenAnswer } from "./read-answer-file.ts";
export { answerFile } from "../approved-answers/answer-file.ts";
export { readAgentTests } from "../agent-tests/read-agent-tests.ts";
export { readQuestions } from "../knowledge/read-questions.ts";
