import { replyIdOfMessage } from "@servicechat/contract";
import type { adminProblemSchema } from "@servicechat/contract/admin-schemas";
import type { Refused } from "@servicechat/operations";
import type { z } from "zod";
import { CommandError } from "../input/command-error.ts";

type Problem = z.output<typeof adminProblemSchema>;

/** The admin API refused a request. Its message says why. */
export class AdminProblem extends CommandError {
  readonly problem: Problem;
  /** Whether its message is more than the detail of the problem. */
  readonly isExplained: boolean;

  /** After how long it may be tried again, where the service says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: Problem, sentence?: string, retryAfterSeconds?: number) {
    super(sentence ?? refusedBy(problem));
    this.name = "AdminProblem";
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
    this.isExplained = sentence !== undefined;
  }
}

function refusedBy({ detail, faults = [] }: Problem): string {
  const lines = faults.map(({ line, message }) => `\n  ${line === null ? "" : `line ${line}: `}${message}`);
  return `The service refused: ${detail}${lines.join("")}`;
}

/**
 * The refusal behind a problem, with the ids that the request contained, since problem documents do not repeat them.
 * `undefined` if the detail of the problem is all that operators need.
 *
 * @param path below `/console/api/`, encoded
 * @param known reads the ids of all agents
 */
export async function refusalBehind(
  problem: Problem,
  { path, body }: { readonly path: string; readonly body?: unknown },
  known: () => Promise<readonly string[]>,
): Promise<Refused | undefined> {
  const [resource, id = "", part, item = "", last = ""] = path.split("/").map(decodeURIComponent);
  const named = (field: string) => {
    const value = typeof body === "object" && body !== null ? Object.entries(body) : [];
    const found = value.find(([name]) => name === field)?.[1];
    return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
  };
  switch (problem.code) {
    case "agent_not_found": {
      const isNamed = resource === "agents" && path !== "agents/check";
      const agent = isNamed ? id : named("agent");
      return agent === undefined ? undefined : { kind: problem.code, id: agent, known: await known() };
    }
    case "version_not_found":
      return { kind: problem.code, id, version: Number(named("version") ?? item) };
    case "test_run_not_found":
      return { kind: problem.code, id, number: Number(last) };
    case "agent_file_faulty":
      return part === "tests" ? undefined : { kind: problem.code, faults: problem.faults ?? [] };
    case "precondition_failed":
    case "agent_exists":
      return { kind: "precondition_failed", revision: "" };
    case "reply_not_found": {
      const message = named("message") ?? item;
      return { kind: problem.code, id: replyIdOfMessage(message) ?? message };
    }
    case "delivery_not_found":
      return { kind: problem.code, id: item };
    case "document_not_found":
      return { kind: problem.code, path: path.split("/").slice(3).map(decodeURIComponent).join("/") };
    case "operator_not_found":
      return { kind: problem.code, id: named("operator") ?? id };
    case "key_ended":
    case "key_not_found":
    case "tag_not_kept":
    case "draft_not_found":
    case "chat_not_found":
    case "gap_not_found":
    case "answer_not_found":
    case "price_not_found":
    case "secret_not_found":
    case "token_not_found":
    case "webhook_not_found":
      return { kind: problem.code, id };
    case "secret_in_use":
      return { kind: problem.code, agents: problem.agents ?? [] };
    case "last_owner":
      return { kind: problem.code };
    default:
      return undefined;
  }
}
