import type { HistoryMessage } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { drawPng } from "../../../test/support/draw-png.ts";
import { openFakeChat, type FakeChat } from "./open-fake-chat.ts";

const uploads = { types: ["image/png", "application/pdf", "text/markdown"], maxBytes: 5000 };
const png = { name: "lamp.png", mimeType: "image/png", buffer: drawPng(20, 10) };
const pdf = { name: "bill.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };
const uploadsOf = ({ asked }: FakeChat) => asked.filter((line) => line.endsWith("/chat-bot/uploads"));

/** Selects files in the browser's dialog. */
async function choose({ page, frame }: FakeChat, files: (typeof png)[]): Promise<void> {
  const dialog = page.waitForEvent("filechooser");
  await frame.locator("button.attach").click();
  await (await dialog).setFiles(files);
}

/** Makes the page believe that files were dropped on it or pasted into it. */
const bring = (event: "drop" | "paste", name: string): string => `{
  const data = new DataTransfer();
  data.items.add(new File(["# Notes"], ${JSON.stringify(name)}));
  const init = { dataTransfer: data, clipboardData: data, bubbles: true, cancelable: true };
  document.body.dispatchEvent(${event === "drop" ? 'new DragEvent("drop", init)' : 'new ClipboardEvent("paste", init)'});
}`;

describe.skipIf(noChromium)(`files for a message${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("are selected with the button, uploaded one after the other, and sent with the text", async () => {
    await using chat = await openFakeChat({ uploads });
    const { frame } = chat;
    await choose(chat, [png, pdf]);
    await frame.getByRole("list", { name: "Attached files" }).getByText("bill.pdf").waitFor();
    await expect.poll(() => frame.locator(".chip progress").count()).toBe(0);
    expect(uploadsOf(chat)).toHaveLength(2);
    await chat.say("What does this cost?");
    await expect.poll(() => chat.posted.length).toBe(1);
    expect(chat.posted[0]).toMatchObject({
      token: "st_fake", // the session that the first file opened
      messages: [
        { type: "file", block: { uploadId: expect.stringMatching(/^upl_/) } },
        { type: "file", block: { uploadId: expect.stringMatching(/^upl_/) } },
        { type: "text", block: { value: "What does this cost?" } },
      ],
    });
    expect(await frame.locator(".chip").count()).toBe(0);
    await frame.locator(".said", { hasText: "bill.pdf" }).waitFor();
    // The picture is drawn from this browser's own memory, and never loaded.
    const picture = frame.locator(".said img");
    expect(await picture.getAttribute("src")).toMatch(/^blob:/);
    expect(await picture.getAttribute("alt")).toBe("lamp.png");
    expect(chat.asked.filter((line) => line.includes("/images/"))).toEqual([]);
  });

  test("wait for one another: the next is uploaded once the service has the previous one", async () => {
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => (release = resolve));
    await using chat = await openFakeChat({ uploads, hold });
    // The service knows the chat by now, so they wait only for the previous file.
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    await choose(chat, [png, pdf]);
    await expect.poll(() => uploadsOf(chat).length).toBe(1);
    await expect.poll(() => chat.frame.locator(".chip progress").count()).toBe(2);
    // A request after both were started comes after anything they requested.
    await chat.frame.evaluate("fetch('/chat-bot/config?later')");
    expect(uploadsOf(chat)).toHaveLength(1);
    release();
    await expect.poll(() => uploadsOf(chat).length).toBe(2);
    await expect.poll(() => chat.frame.locator(".chip progress").count()).toBe(0);
  });

  test("that are named like images but are not are drawn as files", async () => {
    await using chat = await openFakeChat({ uploads });
    const { frame } = chat;
    await choose(chat, [{ ...png, buffer: Buffer.from("Notes on a lamp") }]);
    await frame.locator(".chip", { hasText: "lamp.png" }).waitFor();
    await expect.poll(() => frame.locator(".chip progress").count()).toBe(0);
    expect(await frame.locator(".chip img").count()).toBe(0);
    await frame.getByRole("button", { name: "Send message" }).click();
    await frame.locator(".said", { hasText: "lamp.png" }).waitFor();
    expect(await frame.locator(".said img").count()).toBe(0);
  });

  test("may be pasted and dropped, and sent without a text", async () => {
    await using chat = await openFakeChat({ uploads });
    const { frame } = chat;
    await frame.locator("button.attach").waitFor();
    await frame.evaluate(bring("drop", "dropped.md"));
    await frame.evaluate(bring("paste", "pasted.md"));
    await frame.getByText("dropped.md").waitFor();
    await frame.getByText("pasted.md").waitFor();
    await expect.poll(() => frame.locator(".chip progress").count()).toBe(0);
    await frame.getByRole("button", { name: "Send message" }).click();
    await expect.poll(() => chat.posted[0]?.messages.map(({ type }) => type)).toEqual(["file", "file"]);
  });

  test("are not created from text that is pasted with a picture of it, nor from what is pasted into a form", async () => {
    await using chat = await openFakeChat({ uploads });
    const { frame } = chat;
    await frame.locator("button.attach").waitFor();
    await frame.getByRole("button", { name: "Track an order" }).click();
    await frame.getByRole("form", { name: "Track an order" }).waitFor();
    const isHeld = await frame.evaluate(`(() => {
      const paste = (selector, name, ...texts) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(["# Notes"], name));
        for (const type of texts) clipboardData.setData(type, "Price");
        const init = { clipboardData, bubbles: true, cancelable: true };
        return !document.querySelector(selector).dispatchEvent(new ClipboardEvent("paste", init));
      };
      return [
        paste(".composer textarea", "table.md", "text/plain", "text/html"),
        paste(".filling input", "form.md"),
        paste(".composer textarea", "notes.md"),
      ];
    })()`);
    expect(isHeld).toEqual([false, false, true]);
    await frame.locator(".chip").waitFor();
    expect(await frame.locator(".chip .file-name").allTextContents()).toEqual(["notes.md"]);
  });

  test("that cannot be sent say why, and the message is sent without them", async () => {
    await using chat = await openFakeChat({ uploads });
    const { frame } = chat;
    await choose(chat, [
      { name: "setup.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") },
      { ...pdf, name: "large.pdf", buffer: Buffer.alloc(5001) },
      { ...pdf, name: "empty.pdf", buffer: Buffer.alloc(0) },
    ]);
    await frame.getByText("This type of file isn't accepted. Allowed types: PNG, PDF, MD.").waitFor();
    await frame.getByText("This file is too large. Maximum size: 5 kB.").waitFor();
    await frame.getByText("This file is empty.").waitFor();
    expect(uploadsOf(chat)).toEqual([]);
    await frame.getByRole("button", { name: "Remove large.pdf" }).click();
    expect(await frame.getByText("large.pdf").count()).toBe(0);
    expect(await frame.evaluate("document.activeElement.ariaLabel")).toBe("Attach files");
    await chat.say("Hello");
    await expect.poll(() => chat.posted[0]?.messages.map(({ type }) => type)).toEqual(["text"]);
    expect(await frame.locator(".chip").count()).toBe(0);
  });

  test("are limited to five per message", async () => {
    await using chat = await openFakeChat({ uploads });
    const { frame } = chat;
    await choose(
      chat,
      Array.from({ length: 6 }, (_, number) => ({ ...pdf, name: `${number}.pdf` })),
    );
    await frame.getByText("You can attach at most 5 files to a message.").waitFor();
    await expect.poll(() => frame.locator(".chip progress").count()).toBe(0);
    expect(uploadsOf(chat)).toHaveLength(5);
  });

  test("that were lost count once they are sent again, and no more than five are ever attached", async () => {
    const detail = "The service is out of order.";
    const refuse = { path: "/chat-bot/uploads", status: 500, code: "internal", detail };
    await using chat = await openFakeChat({ uploads, refuse });
    const { frame } = chat;
    const file = (name: string) => ({ ...pdf, name });
    await choose(chat, [file("lost.pdf")]);
    await frame.getByRole("alert").getByText(detail).waitFor();
    chat.change({ refuse: { ...refuse, path: "/chat-bot/", status: 413 } });
    await choose(chat, ["1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.pdf"].map(file));
    await expect.poll(() => frame.locator(".chip progress").count()).toBe(0);
    expect(uploadsOf(chat)).toHaveLength(6);
    const again = frame.getByRole("button", { name: "Retry: lost.pdf" });
    await again.click();
    await frame.getByRole("alert").getByText("You can attach at most 5 files to a message.").waitFor();
    expect(uploadsOf(chat)).toHaveLength(6);
    await frame.getByRole("button", { name: "Remove 1.pdf" }).click();
    await again.click();
    await expect.poll(() => uploadsOf(chat).length).toBe(7);
    await expect.poll(() => frame.locator(".chip progress").count()).toBe(0);

    // A refused message returns its files; those added in the meantime wait for the next.
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    chat.change({ refuse: { ...refuse, path: "/chat-bot/", status: 413 }, holdPosts: hold });
    await chat.say("All of them");
    await frame.locator(".reply.live").waitFor();
    await choose(chat, [file("next.pdf")]);
    await expect.poll(() => frame.locator(".chip progress").count()).toBe(0);
    release();
    await expect.poll(() => frame.locator(".chip").count()).toBe(6);
    chat.change({ refuse: undefined });
    await chat.say("Once more");
    await expect
      .poll(() => chat.posted.at(-1)?.messages.filter(({ type }) => type === "file").length)
      .toBe(5);
    expect(await frame.locator(".chip .file-name").allTextContents()).toEqual(["next.pdf"]);
  });

  test("that were lost on the way can be sent again, and a picture stays in the conversation in which it was sent", async () => {
    const detail = "The service is out of order.";
    const upload = { path: "/chat-bot/uploads", status: 500, code: "internal", detail };
    await using chat = await openFakeChat({ uploads, refuse: upload });
    const { frame } = chat;
    await choose(chat, [png]);
    await frame.getByRole("alert").getByText(detail).waitFor();
    chat.change({ refuse: { ...upload, path: "/chat-bot/", status: 413 } });
    await frame.getByRole("button", { name: "Retry: lamp.png" }).click();
    await frame.locator(".chip img").waitFor();
    await expect.poll(() => frame.locator(".chip progress").count()).toBe(0);
    expect(uploadsOf(chat)).toHaveLength(2);

    await chat.say("What does this cost?");
    await frame.locator(".error-bar").waitFor();
    // The picture is returned, and is in the conversation too.
    await frame.getByRole("button", { name: "Remove lamp.png" }).click();
    await frame.locator(".chip").waitFor({ state: "detached" });
    const isThere = await frame.evaluate<boolean>(`new Promise((done) => {
      const again = new Image();
      again.onload = () => done(true);
      again.onerror = () => done(false);
      again.src = document.querySelector(".said img").src;
    })`);
    expect(isThere).toBe(true);
  });

  test("that the service refuses show its own sentence", async () => {
    const detail = "This chat has reached its file limit. Start a new chat to send more.";
    const refuse = { path: "/chat-bot/uploads", status: 409, code: "uploads_full", detail };
    await using chat = await openFakeChat({ uploads, refuse });
    await chat.frame.evaluate(`
      window.held = new Set();
      const { createObjectURL, revokeObjectURL } = URL;
      URL.createObjectURL = (blob) => { const url = createObjectURL(blob); held.add(url); return url; };
      URL.revokeObjectURL = (url) => { held.delete(url); revokeObjectURL(url); }; 0`);
    await choose(chat, [png]);
    await chat.frame.getByRole("alert").getByText(detail).waitFor();
    await choose(chat, [{ ...png, buffer: Buffer.alloc(5001) }]);
    await chat.frame.getByText("This file is too large.").waitFor();
    // Nothing of them is kept in memory.
    expect(await chat.frame.evaluate("held.size")).toBe(0);
  });

  test("that are being uploaded hold the message back, show their progress, and can be removed", async () => {
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    await using chat = await openFakeChat({ uploads, hold });
    const { frame } = chat;
    await choose(chat, [pdf]);
    await frame.getByRole("progressbar", { name: "Uploading bill.pdf" }).waitFor();
    await frame.fill(".composer textarea", "Here it is");
    await frame.press(".composer textarea", "Enter");
    expect(await frame.getByRole("button", { name: "Send message" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    expect(chat.posted).toEqual([]);
    await frame.getByRole("button", { name: "Remove bill.pdf" }).click();
    release();
    await frame.getByRole("button", { name: "Send message" }).click();
    await expect.poll(() => chat.posted[0]?.messages.map(({ type }) => type)).toEqual(["text"]);
  });

  test("from the past are named, with their size", async () => {
    const history: HistoryMessage[] = [
      {
        id: "msg_1",
        role: "user",
        content: "bill.pdf",
        created_at: "2026-11-21T05:00:00.000Z",
        status: "complete",
        parts: [
          { type: "file", uploadId: "file_1", name: "bill.pdf", mediaType: "application/pdf", size: 92_160 },
        ],
      },
    ];
    await using chat = await openFakeChat({ history });
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const frame = await chat.reload();
    await frame.locator(".sent-file", { hasText: "bill.pdf" }).getByText("90 kB").waitFor();
    expect(await frame.getByText("bill.pdf").count()).toBe(1);
  });

  test("are not accepted if the agent accepts none", async () => {
    await using chat = await openFakeChat();
    await chat.frame.getByText("Hi there!").waitFor();
    expect(await chat.frame.getByRole("button", { name: "Attach files" }).count()).toBe(0);
    await chat.frame.evaluate(bring("paste", "pasted.md"));
    await chat.say("Hello");
    await expect.poll(() => chat.posted[0]?.messages.map(({ type }) => type)).toEqual(["text"]);
    expect(uploadsOf(chat)).toEqual([]);
  });
});
