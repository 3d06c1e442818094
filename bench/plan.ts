/** What a visitor's message makes the bench's model do: the message's text is this as JSON. */
export interface Plan {
  readonly tokens: number;
  /** Milliseconds between two tokens; 0: no delay. */
  readonly everyMs: number;
  /** Milliseconds of silence before the first token. */
  readonly holdMs: number;
  /** Makes the message as long as a visitor's. */
  readonly padding?: string;
}

/** The body of POST /chat-bot/ for a plan. */
export function bodyFor(plan: Plan): string {
  return JSON.stringify({ messages: [{ type: "text", block: { value: JSON.stringify(plan) } }] });
}
