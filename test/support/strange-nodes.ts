/**
 * An expression that lists everything in a document that could load, run, send or lead anywhere automatically:
 * elements, attributes and addresses that no text should ever create. The frame document's own scripts are in its head.
 */
export const strangeNodes = `[...document.body.querySelectorAll("*")].flatMap((element) => {
  const elements = /^(?:script|style|link|meta|base|template|i?frame|frameset|object|embed|portal|video|audio|source|track|picture|use|image|foreignobject|animate.*|set|marquee|x-y|service-chat)$/i;
  const attributes = /^(?:on.*|srcset|srcdoc|action|formaction|ping|poster|background|data|xlink:.*|http-equiv|is|popover.*|shadowroot.*)$/i;
  const strange = [...element.attributes].filter(({ name }) => attributes.test(name)).map(({ name }) => name);
  const { src = "blob:", style } = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  const href = element.getAttribute("href") ?? "https:";
  if (!src.startsWith("blob:")) strange.push("src " + src);
  if (/url\\(|image-set/.test(style ?? "")) strange.push("style " + style);
  if (!/^(?:https?:|mailto:|tel:)/.test(href)) strange.push("href " + href);
  if (elements.test(element.localName)) strange.push(element.localName);
  return strange;
})`;
