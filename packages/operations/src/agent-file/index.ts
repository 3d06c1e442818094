export { checkAgentFile } from "./check-agent-file.ts";
export type { CheckedAgentFile, FileSurroundings } from "./check-agent-file.ts";
export { readAnswerFile, answerFile } from "../answers/answer-file.ts";
export type { WrittenAnswer } from "../answers/answer-file.ts";
export { readAgentTests } from "../agent-tests/read-agent-tests.ts";
export { readQuestions } from "../knowledge/read-questions.ts";
