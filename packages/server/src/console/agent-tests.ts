import { runTestsSchema, testRunSchema } from "@servicechat/contract/admin-schemas";
import { answered } from "./answered.ts";
import { answer, roleRoute } from "./route.ts";

/** Both files are as large as an agent file may be. */
const maxBodyBytes = 2_097_152;

/** POST agents/{id}/tests/run */
export const runTests = roleRoute("editor", {
  summary: "Hold the conversations of a file of tests with an agent; no request of its tools leaves",
  body: runTestsSchema,
  maxBodyBytes,
  answer: testRunSchema,
  fails: ["tests_faulty", "agent_file_faulty"],
  handle: async ({ admin, admission: { asker }, params, body: { file, draft, only, repeat, hostile } }) => {
    const run = answered(
      await admin.operations.tests.run(asker, {
        agent: params["id"] ?? "",
        file,
        ...(draft !== undefined && { draft: { text: draft } }),
        ...(only && { only }),
        ...(hostile !== undefined && { hostile }),
        ...(repeat !== undefined && { repeat }),
      }),
    );
    return answer({
      ...run,
      results: run.results.map((result) => ({
        ...result,
        faults: [...result.faults],
        doubts: [...result.doubts],
        replies: result.replies.map((reply) => ({
          ...reply,
          sources: reply.sources.map((row) => ({ ...row })),
          calls: [...reply.calls],
          sends: [...reply.sends],
        })),
      })),
    });
  },
});
