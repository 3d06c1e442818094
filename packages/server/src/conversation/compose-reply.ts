import type { AgentEvent } from "@servicechat/agent";
import { endedRows, type ToolPart } from "@servicechat/contract";
import type { StoredPart, StoredQuestion } from "@servicechat/storage";

/**
 * The current state of a reply: all of its text, and the parts needed to draw it again, a new list with every change.
 */
export interface ReplyDraft {
  readonly content: string;
  readonly parts: readonly StoredPart[];
}

/** A draft that grows with the events of its reply. */
export interface ReplyComposer extends ReplyDraft {
  /** @returns whether the event changed what is kept */
  take(event: AgentEvent): boolean;
  /** A reply that ended while a tool was running: that tool has failed. @returns the events for readers */
  closeTools(): readonly AgentEvent[];
}

/**
 * Keeps what a reply is made of while its events go by.
 *
 * @param askedOf A mark of the user whom it answers, kept with a request to confirm
 */
export function createReplyComposer(askedOf?: string): ReplyComposer {
  function changeTool(id: string, change: (part: ToolPart) => ToolPart): void {
    composer.parts = composer.parts.map((part) =>
      part.type === "tool" && part.id === id ? change(part) : part,
    );
  }

  const composer = {
    content: "",
    parts: [] as readonly StoredPart[],
    take(event: AgentEvent): boolean {
      const { content, parts } = composer;
      switch (event.type) {
        case "text": {
          if (parts.at(-1)?.type !== "text")
            composer.parts = [...parts, { type: "text", start: content.length }];
          composer.content += event.data;
          return event.data !== "";
        }
        case "tool_usage_start": {
          const { id, name, title } = event.data;
          composer.parts = [...parts, { type: "tool", id, name, title, status: "running" }];
          return true;
        }
        case "tool_usage_progress":
          changeTool(event.data.id, (part) => ({ ...part, rows: event.data.rows }));
          return true;
        case "tool_usage_stop": {
          const { id, status, summary, rows } = event.data;
          changeTool(id, (part) => ({
            ...part,
            status,
            ...(summary !== undefined && { summary }),
            ...(rows && { rows }),
          }));
          return true;
        }
        case "image":
          composer.parts = [...parts, { type: "image", ...event.data }];
          return true;
        case "ask_user_question":
          composer.parts = [...parts, questionPart(event.data, askedOf)];
          return true;
        case "progress":
          return false;
      }
    },
    closeTools(): readonly AgentEvent[] {
      const running = composer.parts.filter(
        (part) => part.type === "tool" && part.status === "running",
      ) as ToolPart[];
      const stops = running.map(({ id, rows }) => {
        const shown = rows && { rows: endedRows(rows, "failed") };
        return { type: "tool_usage_stop", data: { id, status: "failed", ...shown } } as const;
      });
      for (const stop of stops) composer.take(stop);
      return stops;
    },
  };
  return composer;
}

function questionPart(
  asked: Omit<StoredQuestion, "type" | "askedOf">,
  askedOf: string | undefined,
): StoredQuestion {
  return { type: "question", ...asked, ...(asked.confirm && askedOf !== undefined && { askedOf }) };
}
