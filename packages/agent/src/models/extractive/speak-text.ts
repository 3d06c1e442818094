import type { ModelRequest, ModelResponse } from "../../agent.ts";
import { estimateTokens } from "../../context/estimate-tokens.ts";

/** Waits a little before the next piece; rejects when the signal is aborted. */
export interface Pace {
  (signal: AbortSignal): Promise<void>;
}

/** A few words, with the white space behind them. */
const piecePattern = /(?:(?<!\s)\s+)?(?:\S{1,80}\s*){1,3}/gu;

/**
 * Speaks a text in pieces of a few words, until its end or the output limit.
 *
 * @throws the signal's reason when it is aborted
 */
export async function speakText(
  text: string,
  { request, onText, pace }: { request: ModelRequest; onText: (piece: string) => void; pace: Pace },
): Promise<ModelResponse> {
  let spoken = "";
  for (const piece of text.match(piecePattern) ?? []) {
    request.signal.throwIfAborted();
    if (estimateTokens(spoken + piece) > request.maxOutputTokens) return response(spoken, "length");
    if (spoken !== "") await pace(request.signal);
    request.signal.throwIfAborted();
    onText(piece);
    spoken += piece;
  }
  return response(spoken, "stop");
}

function response(text: string, finish: "stop" | "length"): ModelResponse {
  return { toolCalls: [], finish, inputTokens: 0, outputTokens: estimateTokens(text) };
}
