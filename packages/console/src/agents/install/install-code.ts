/** The ways to put the chat on a page, in the order in which they are offered. */
export const platforms = [
  "html",
  "wordpress",
  "shopify",
  "squarespace",
  "webflow",
  "tagManager",
  "react",
  "vue",
] as const;
/** A way to put the chat on a page. */
export type Platform = (typeof platforms)[number];

/** The code of a platform that does not take the tag as it is; `undefined` if it does. */
export function codeFor(platform: Platform, { key, tag }: { key: string; tag: string }): string | undefined {
  const src = /src="([^"]*)"/.exec(tag)?.[1] ?? "";
  switch (platform) {
    case "tagManager":
      return [
        "<script>",
        `  var chat = document.createElement("script");`,
        `  chat.src = "${src}";`,
        `  chat.async = true;`,
        `  chat.dataset.agentKey = "${key}";`,
        "  document.body.append(chat);",
        "</script>",
      ].join("\n");
    case "react":
      return [
        `import { ServiceChat } from "@servicechat/embed/react";`,
        "",
        `<ServiceChat src="${src}" agentKey="${key}" />`,
      ].join("\n");
    case "vue":
      return [
        "<script setup>",
        `import { ServiceChat } from "@servicechat/embed/vue";`,
        "</script>",
        "",
        "<template>",
        `  <ServiceChat src="${src}" agent-key="${key}" />`,
        "</template>",
      ].join("\n");
    case "html":
    case "wordpress":
    case "shopify":
    case "squarespace":
    case "webflow":
      return undefined;
  }
}
