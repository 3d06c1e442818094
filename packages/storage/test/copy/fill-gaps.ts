import type { Storage } from "../../src/index.ts";
import { sampleAnswer } from "../suite/approved-answers.ts";
import { endOf, firstTurn, sampleFacts, sampleMessage } from "../suite/samples.ts";

/** A question that was placed, one that was not, and an approved answer. */
export async function fillGaps(storage: Storage, at: number): Promise<void> {
  for (const content of ["Placed \u{1f34e}", "Not placed"]) {
    const turn = firstTurn({ messages: [sampleMessage(content)], at });
    await storage.conversations.acceptTurn(turn);
    await storage.conversations.endReply(
      endOf(turn.replyId, { facts: sampleFacts({ marks: ["unanswered"] }) }),
    );
  }
  const [first] = await storage.gaps.unplaced({ limit: 1 });
  const vector = { model: "sample", values: Float32Array.of(0.5, -1e-30, 255) };
  await storage.gaps.place({ replyId: first?.replyId ?? "", gapId: "gap_copied", vector, at });
  const flag = { reason: "outdated", right: "Since May: \u{1f34e}", by: "Ada", at } as const;
  await storage.flags.put({ chatId: first?.chatId ?? "", replyId: first?.replyId ?? "", ...flag });
  const answer = sampleAnswer({ id: "ans_copied", verbatim: true, reviewOn: "2027-01-31" });
  await storage.approvedAnswers.create(answer);
  await storage.approvedAnswers.countHits({ ids: [answer.id], at });
  await storage.gaps.change({ id: "gap_copied", from: ["open"], to: "dismissed", by: "Ada", at });
}
