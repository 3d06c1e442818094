import { asObject } from "@servicechat/contract";
import { parse } from "yaml";
import { splitMarkdown } from "../split/split-markdown.ts";
import type { ExtractedDocument } from "./extract-document.ts";
import { publicAddress } from "./public-address.ts";
import { ReadingError } from "./reading-error.ts";
import { titleOfFile } from "./title-of-file.ts";

/**
 * Reads a Markdown file. Front matter may name its `title` and public `url`; without them the title is the first
 * top heading or comes from the file's name.
 *
 * @throws ReadingError when the front matter cannot be read
 */
export function extractMarkdown({
  name,
  text,
}: {
  readonly name: string;
  readonly text: string;
}): ExtractedDocument {
  const { fields, body } = takeFrontMatter(text);
  const title = fields["title"];
  return {
    ...splitMarkdown({
      markdown: body,
      fallbackTitle: titleOfFile(name),
      ...(typeof title === "string" && title.trim() ? { title: title.trim() } : {}),
      anchors: "slugs",
      hasWordings: true,
    }),
    url: frontMatterAddress(fields["url"]),
  };
}

function takeFrontMatter(text: string): { fields: Readonly<Record<string, unknown>>; body: string } {
  const found = /^---[ \t]*\n([\s\S]*?)\n?^(?:---|\.\.\.)[ \t]*$\n?/m.exec(text);
  if (found?.index !== 0) return { fields: {}, body: text };
  const fields = asObject(readYaml(found[1] ?? ""));
  // Between two rules may also stand ordinary text.
  if (!fields) return { fields: {}, body: text };
  return { fields, body: text.slice(found[0].length) };
}

function readYaml(text: string): unknown {
  try {
    // Comparing each key with all others takes time with the square of their number.
    return parse(text, { uniqueKeys: false });
  } catch (cause) {
    throw new ReadingError("The front matter between the '---' lines is not valid YAML.", { cause });
  }
}

function frontMatterAddress(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const address = typeof value === "string" ? publicAddress(value) : undefined;
  if (address !== undefined) return address;
  throw new ReadingError("The front matter's 'url' must be an absolute http or https address.");
}
