import { expect, test } from "vitest";
import { openKnowledge } from "./open-knowledge.ts";

const german = {
  "versand.md": "# Versand\n\n## Lieferzeit\n\nDie Lieferung dauert drei Tage und kommt mit der Post.",
  "preise.md": "# Preise\n\n## Was es kostet\n\nDie Gebühren und Preise sind nicht für alle gleich.",
  "konto.md": "# Konto\n\n## Passwort vergessen\n\nDas Passwort wird mit der E-Mail neu gesetzt.",
};

test.each([
  ["How much are the fees?", "Preise"],
  ["I forgot my password", "Konto"],
  ["¿Cuánto tarda el envío?", "Versand"],
  ["¿Cuál es el precio?", "Preise"],
  ["Wie lange dauert die Lieferung?", "Versand"],
])("German pages answer %j", async (question, title) => {
  await using open = await openKnowledge();
  await open.write(german);
  await open.knowledge.sync(open.agent([{ files: "./*.md" }]));
  const [best] = await open.knowledge.search("shop", question, 3);
  expect(best?.title).toBe(title);
  expect(best?.readAs).toBeUndefined();
});
