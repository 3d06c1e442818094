import type { Frame } from "playwright-core";
import { expect } from "vitest";

/**
 * Writes into the prompt and sends it with Enter, as a visitor would. While an answer is in progress, even one to another
 * tab, Enter sends nothing and the text stays: then it is pressed again once the answer has ended.
 */
export async function askInChat(chat: Frame, text: string): Promise<void> {
  const prompt = chat.getByRole("textbox", { name: "Your message" });
  await prompt.fill(text);
  await expect
    .poll(async () => {
      await chat.getByRole("button", { name: "Send message" }).waitFor();
      await prompt.press("Enter");
      // There is no prompt any more if the service has refused the chat.
      return prompt.evaluateAll(readValues);
    })
    .not.toContain(text);
}

const readValues = (fields: readonly { readonly value: string }[]) => fields.map(({ value }) => value);
