import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import { CitationNumber, useCitations } from "../citations/citation-number.tsx";
import { OutsideLink } from "../links/outside-link.tsx";
import { plainText } from "../plain-text.ts";
import type { Inline, MathBlock } from "../tree.ts";
import { useMarkdownSettings } from "./markdown-settings.ts";

/** Draws running text. */
export function InlineView({ inlines }: { inlines: readonly Inline[] }): JSX.Element {
  return <>{inlines.map(draw)}</>;
}

function draw(inline: Inline, index: number): JSX.Element | string {
  switch (inline.type) {
    case "text":
      return cleanText(inline.text);
    case "code":
      return <code key={index}>{cleanText(inline.text)}</code>;
    case "break":
      return <br key={index} />;
    case "strong":
      return <strong key={index}>{inline.children.map(draw)}</strong>;
    case "emphasis":
      return <em key={index}>{inline.children.map(draw)}</em>;
    case "deleted":
      return <del key={index}>{inline.children.map(draw)}</del>;
    case "math":
      return <MathView key={index} math={inline} />;
    case "cite":
      return <Citation key={index} cite={inline} />;
    case "link":
      return <Link key={index} link={inline} />;
  }
}

/** A citation, if all of its sources exist; otherwise the source text. */
function Citation({ cite }: { cite: Extract<Inline, { type: "cite" }> }): JSX.Element | null {
  const numbered = useCitations().of(cite);
  if (numbered?.length === 0) return null;
  return (
    <>
      {cite.precedingLink?.gap}
      {numbered
        ? numbered.map((each) => <CitationNumber key={each.number} {...each} />)
        : cleanText(cite.text)}
    </>
  );
}

/** A link; one that is written like a citation is drawn as one, and an image is drawn if the caller allows it. */
function Link({ link }: { link: Extract<Inline, { type: "link" }> }): JSX.Element {
  const { words, mayLoadImage } = useMarkdownSettings();
  const [cited] = useCitations().of(link) ?? [];
  if (cited) return <CitationNumber {...cited} />;
  if (link.isImage && mayLoadImage?.(link.href))
    return <img src={link.href} alt={cleanText(plainText(link.children))} referrerpolicy="no-referrer" />;
  return (
    <OutsideLink href={link.href} title={words.opensNewTab}>
      {link.children.map(draw)}
      {link.host !== undefined && <span class="real-host"> ({link.host})</span>}
    </OutsideLink>
  );
}

/** A formula; as written if nothing draws formulas. */
export function MathView({ math }: { math: MathBlock }): JSX.Element {
  const { Formula } = useMarkdownSettings();
  return Formula ? <Formula math={math} /> : <code>{cleanText(math.text)}</code>;
}
