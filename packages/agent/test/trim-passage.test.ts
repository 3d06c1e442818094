import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { trimPassage } from "../src/models/extractive/trim-passage.ts";

describe("trimming", () => {
  const filler = "Nothing in this sentence helps anybody at all. ";

  test("a short passage is quoted whole", () => {
    const text = filler.repeat(10).trim();
    expect(trimPassage(text, ["absent"])).toBe(text);
  });

  test("of a long one the paragraphs that matter stay, with the code that they introduce", () => {
    const text = [
      filler.repeat(8),
      "Update the burner like this:",
      "```sh\nupdate\n\nburner\n```",
      filler.repeat(8),
    ]
      .map((block) => block.trim())
      .join("\n\n");
    expect(trimPassage(text, ["burner"])).toBe(
      "…\n\nUpdate the burner like this:\n\n```sh\nupdate\n\nburner\n```\n\n…",
    );
  });

  test("code that a passage begins with stays: it says how the thing is done", () => {
    const text = `\`\`\`sh\nnpx copy\n\`\`\`\n\n${filler.repeat(9)}\n\nThe database stays.\n\n${filler.repeat(9)}`;
    expect(trimPassage(text, ["database"])).toBe("```sh\nnpx copy\n```\n\n…\n\nThe database stays.\n\n…");
  });

  test("of a long paragraph the sentences that matter stay, with their neighbours", () => {
    const text = `${filler.repeat(10)}Before it. The nozzle is blocked. After it. ${filler.repeat(10)}`;
    expect(trimPassage(text, ["nozzle"])).toBe("… Before it. The nozzle is blocked. After it. …");
  });

  test("a code block that was cut off is closed", () => {
    expect(trimPassage("Run:\n\n```sh\nnpm", ["npm"])).toBe("Run:\n\n```sh\nnpm\n```");
  });

  test("whatever the passage, every line of what is quoted stands in it", () => {
    const block = fc.constantFrom(
      filler.repeat(9).trim(),
      "A tent is dry.",
      "- a tent\n- a pole",
      "```\ntent --dry\n\ntent --wet\n```",
      `${filler.repeat(6)}The tent. ${filler.repeat(6)}`.trim(),
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), (blocks) => {
        const text = blocks.join("\n\n");
        const quoted = trimPassage(text, ["tent"]);
        expect(quoted.length).toBeGreaterThan(0);
        for (const part of quoted.split(/\n|…/)) expect(text).toContain(part.trim());
        expect((quoted.match(/```/g) ?? []).length % 2).toBe(0);
      }),
    );
  });
});
