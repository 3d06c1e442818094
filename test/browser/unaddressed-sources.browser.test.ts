import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

test.skipIf(noChromium)(
  `without a model, a document without an address is named once, in the list of sources${noChromium ? ` (${noChromium})` : ""}`,
  async () => {
    await using widget = await startWidget({
      agent: { model: { provider: "extractive" }, knowledge: [{ files: "./docs/*.md" }] },
    });
    const { service } = widget;
    await mkdir(join(service.dataDirectory, "docs"));
    const page = "# Returns\n\n## Unworn shoes\n\nUnworn shoes can be returned within 45 days.\n";
    await writeFile(join(service.dataDirectory, "docs/returns.md"), page);
    const agent = await service.storage.agents.find("acme-support");
    if (!agent) throw new Error("no agent");
    await service.knowledge.sync(agent);

    const chat = await openChat(await widget.openShop());
    await askInChat(chat, "How long can unworn shoes be returned?");
    const reply = chat.locator(".reply:not(.live)");
    await reply.locator(".sources").waitFor();
    const shown = await reply.innerText();
    expect(shown).toContain("Unworn shoes can be returned within 45 days.");
    expect(shown.match(/Returns › Unworn shoes/g)).toHaveLength(1);
    expect(shown).not.toContain("Source:");
  },
);
