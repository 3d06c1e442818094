import { describe, expect, test } from "vitest";
import type { WebhookEvent } from "../src/webhooks/event.ts";
import { formats } from "../src/webhooks/formats.ts";

const hostile =
  "<!channel> @channel [here](https://evil.example) *bold* ```\n@all\n``` & <https://evil.example|x>";

const event = (data: object = {}): WebhookEvent => ({
  type: "message.created",
  timestamp: "2026-11-25T10:00:00.000Z",
  data: {
    chat: "ses_1",
    agent: "guide",
    url: "https://chat.example/console/chats/ses_1",
    by: { kind: "person", name: "<!here> @all *Ada*" },
    text: hostile,
    ...data,
  },
});

describe("what somebody wrote", () => {
  test("is plain text to Slack, and a name in the line that is shown in notices is escaped", () => {
    const { text, blocks } = formats.slack(event()) as {
      text: string;
      blocks: { text: { type: string; text: string } }[];
    };
    expect(text).toBe("&lt;!here&gt; @all *Ada* wrote in a chat with guide.");
    expect(blocks[1]?.text).toEqual({ type: "plain_text", text: hostile, emoji: false });
    const markup = blocks.filter((block) => block.text.type === "mrkdwn");
    expect(markup.map((block) => block.text.text)).toEqual([
      "<https://chat.example/console/chats/ses_1|Open the chat>",
    ]);
  });

  test("is a text run to Teams, which reads no Markdown in those", () => {
    const message = formats.teams(event()) as {
      attachments: { content: { body: { type: string; inlines: { type: string; text: string }[] }[] } }[];
    };
    const body = message.attachments[0]?.content.body ?? [];
    expect(body.map(({ type }) => type)).toEqual(["RichTextBlock", "RichTextBlock"]);
    expect(body[1]?.inlines).toEqual([{ type: "TextRun", text: hostile }]);
  });

  test("is in a block of code to Mattermost that it cannot close, and a name mentions nobody", () => {
    const { text } = formats.mattermost(event()) as { text: string };
    const [sentence, ...rest] = text.split("\n");
    expect(sentence).toBe("\\<\\!here\\> @\u2060all \\*Ada\\* wrote in a chat with guide.");
    expect(rest[0]).toBe("````text");
    expect(rest.slice(1, 4).join("\n")).toBe(hostile);
    expect(rest.slice(4)).toEqual(["````", "<https://chat.example/console/chats/ses_1>"]);
  });

  test("is cut where chat tools take no more, and never in the midst of a sign", () => {
    const { blocks } = formats.slack(event({ text: `${"a".repeat(2_499)}\u{1f34e}bc` })) as {
      blocks: { text: { text: string } }[];
    };
    expect(blocks[1]?.text.text).toBe(`${"a".repeat(2_499)}…`);
  });
});

test("an event without words, and one that this version does not know, are a line all the same", () => {
  const bare = { type: "chat.closed", timestamp: "", data: { chat: "c", agent: "guide" } };
  expect(formats.slack(bare)).toMatchObject({ text: "A chat with guide was closed.", blocks: [{}] });
  expect(formats.mattermost({ ...bare, type: "chat.sung" })).toEqual({ text: "chat.sung" });
  expect(formats.standard(bare)).toBe(bare);
});

test("an address that a visitor left is a quotation, as hostile as any other", () => {
  const left = event({ by: undefined, text: undefined, email: "<!channel>@evil.example" });
  const { text, blocks } = formats.slack({ ...left, type: "address.left" }) as {
    text: string;
    blocks: { text: { type: string; text: string } }[];
  };
  expect(text).toBe("A visitor chatting with guide has left an email address.");
  expect(blocks[1]?.text).toEqual({ type: "plain_text", text: "<!channel>@evil.example", emoji: false });
});
