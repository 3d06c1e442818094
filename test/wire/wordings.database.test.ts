import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import { startService } from "../support/start-service.ts";
import type { StartOptions, TestService } from "../support/start-service.ts";
import { ask } from "../support/visitor.ts";

const page = `# Shop

## Postage

<!-- also asked:
wie teuer ist der Versand
do parcels cost extra
-->

Sending an order is free from €50 on. Below that, we charge €3.90 a parcel, wherever in Europe it goes to, and
no matter how heavy it is or whether it is made up of several parcels that leave on different days of the week.

## Opening hours

The shop in Mill Lane opens at nine.
`;

/** A service whose agent knows the page. */
async function start(options: StartOptions): Promise<TestService> {
  const knowing = { tools: ["search_knowledge"], knowledge: [{ files: "./docs/*.md" }] };
  const service = await startService({ ...options, agent: { ...knowing, ...options.agent } });
  await mkdir(join(service.dataDirectory, "docs"));
  await writeFile(join(service.dataDirectory, "docs/shop.md"), page);
  const record = await service.storage.agents.find("acme-support");
  if (!record) throw new Error("no agent");
  await service.knowledge.sync(record);
  return service;
}

onOneNode("other wordings of a question below a heading", (nodes) => {
  test("without a model, who asks in one of them gets the first sentence of the section, and sees no other", async () => {
    await using service = await start({ nodes, agent: { model: { provider: "extractive" } } });
    const reply = await ask(service, "Wie teuer ist der Versand?");
    expect(reply.text).toContain("Sending an order is free from €50 on.");
    expect(JSON.stringify(reply.events)).not.toMatch(/also asked|cost extra/);
    expect((await ask(service, "do parcels cost extra")).text).toMatch(/^Sending an order is free/);
  });

  test("a model is given what the section says, and none of them", async () => {
    const given: string[] = [];
    await using service = await start({
      nodes,
      script: ({ messages }) => {
        given.push(JSON.stringify(messages));
        if (messages.at(-1)?.role === "tool") return ["It is free."];
        return [{ tool: "search_knowledge", input: { query: "do parcels cost extra" } }];
      },
    });
    await ask(service, "What about postage?");
    expect(given.at(-1)).toContain("Sending an order is free");
    expect(given.at(-1)).not.toMatch(/also asked|Versand/);
  });
});
