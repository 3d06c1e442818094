import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import type { ModelAsk, ModelScript } from "../support/model-server.ts";
import { shopQuestions as questions } from "../support/shop-questions.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

const hasResult = ({ messages }: ModelAsk) => messages.at(-1)?.role === "tool";
const asking: ModelScript = (asked) =>
  hasResult(asked) ? ["Thank you."] : [{ tool: "AskUserQuestion", input: { questions } }];
const options = { script: asking, agent: { tools: ["AskUserQuestion"] } };
const start = () => startWidget(options);

describe.skipIf(noChromium)(`questions of the agent${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("four at once: single or multiple choice, including free text; sent only when each is answered", async () => {
    await using widget = await start();
    const page = await widget.openShop();
    let chat = await openChat(page);
    await askInChat(chat, "I want a shirt");
    const group = (name: string) => chat.getByRole("group", { name });
    const submit = chat.getByRole("button", { name: "Send answer" });
    // After "Something else", one can type immediately: the field appears and has the focus.
    const say = async (name: string, words: string) => {
      await group(name).getByText("Something else").click();
      await group(name).locator("input[type=text]:focus").waitFor();
      await page.keyboard.type(words);
    };
    await group("Which size?").waitFor();
    await group("Which size?").getByText("large").click();
    await group("Which colours?").getByText("red").click();
    await group("Which colours?").getByText("blue").click();
    await say("Which colours?", "green");
    await say("Which store?", "by mail");
    expect(await submit.isDisabled()).toBe(true);
    await group("Anything else?").getByText("card").click();
    await submit.click();
    await chat.getByText("Thank you.").first().waitFor();
    expect(String(widget.service.model.asked.at(-1)?.messages.at(-1)?.content)).toContain(
      JSON.stringify({
        answers: {
          "Which size?": "large",
          "Which colours?": ["red", "blue", "green"],
          "Which store?": "by mail",
          "Anything else?": ["card"],
        },
      }),
    );

    await page.reload();
    chat = await openChat(page);
    await chat.locator("dd", { hasText: "red, blue, and green" }).waitFor();
    expect(await chat.getByRole("button", { name: "Send answer" }).count()).toBe(0);
  });

  test("can be skipped, and answered in plain text instead; both are shown where they were asked", async () => {
    await using widget = await start();
    const chat = await openChat(await widget.openShop());
    await askInChat(chat, "I want a shirt");
    await chat.getByRole("button", { name: "Skip" }).click();
    await chat.locator("dd", { hasText: "Skipped" }).first().waitFor();
    await chat.getByText("Thank you.").first().waitFor();

    await askInChat(chat, "Another one");
    await chat.getByRole("group", { name: "Which size?" }).waitFor();
    await expect.poll(() => chat.getByRole("button", { name: "Skip" }).isEnabled()).toBe(true);
    await askInChat(chat, "The biggest you have");
    await chat.getByText("You wrote a message instead.").waitFor();
    expect(await chat.getByRole("group", { name: "Which size?" }).count()).toBe(0);
  });

  test("can be answered after a message about something else, starting from the earlier selection", async () => {
    // If frames get no storage, nothing unsent outlives the page.
    await using widget = await startWidget(options, { cookies: "allowed" });
    const page = await widget.openShop();
    let chat = await openChat(page);
    await askInChat(chat, "I want a shirt");
    const group = (name: string) => chat.getByRole("group", { name });
    await group("Which size?").getByText("large").click();
    await group("Which colours?").getByText("Something else").click();
    await group("Which colours?").locator("input[type=text]").fill("a dark green");
    await askInChat(chat, "Do they shrink?");
    await chat.getByText("Thank you.").first().waitFor();
    await page.reload();
    chat = await openChat(page);
    const other = await openChat(await widget.openShop("/other"));
    await other.getByText("You wrote a message instead.").waitFor();

    await chat.getByRole("button", { name: "Answer anyway" }).click();
    expect(await group("Which size?").getByRole("radio", { name: "large" }).isChecked()).toBe(true);
    expect(await group("Which colours?").locator("input[type=text]").inputValue()).toBe("a dark green");
    await group("Which store?").getByText("Ulm").click();
    await group("Anything else?").getByText("gift").click();
    await chat.getByRole("button", { name: "Send answer" }).click();

    await chat.locator("dd", { hasText: "a dark green" }).waitFor();
    await chat.locator(".said", { hasText: "a dark green" }).waitFor();
    await other.locator("dd", { hasText: "a dark green" }).waitFor();
    expect(await chat.getByText("You wrote a message instead.").count()).toBe(0);
    expect(String(widget.service.model.asked.at(-1)?.messages.at(-1)?.content)).toContain(
      "Which size? large",
    );
  });

  test("answered in one tab, they show that answer in the other", async () => {
    await using widget = await start();
    const one = await openChat(await widget.openShop());
    await askInChat(one, "I want a shirt");
    await expect.poll(() => one.getByRole("button", { name: "Skip" }).isEnabled()).toBe(true);
    const two = await openChat(await widget.openShop("/other"));
    await two.getByRole("button", { name: "Skip" }).waitFor();
    for (const { question, options } of questions)
      await one
        .getByRole("group", { name: question })
        .getByText(options[1]?.label ?? "")
        .click();
    await one.getByRole("button", { name: "Send answer" }).click();
    await one.getByText("Thank you.").first().waitFor();

    await two.locator("dd", { hasText: "large" }).waitFor();
    await two.getByText("Thank you.").first().waitFor();
    expect(await two.locator(".error-bar").count()).toBe(0);
    expect(await two.getByRole("button", { name: "Skip" }).count()).toBe(0);
    expect(await two.getByText("Skipped").count()).toBe(0);
  });
});
