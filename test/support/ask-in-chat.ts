import type { Frame } from "playwright-core";

/** Writes into the prompt and sends it with Enter, as a visitor would. */
export async function askInChat(chat: Frame, text: string): Promise<void> {
  const prompt = chat.getByRole("textbox", { name: "Your message" });
  await prompt.fill(text);
  await prompt.press("Enter");
}
