import type { DemoSite } from "../dependencies.ts";
import { escapeHtml } from "./escape-html.ts";

/** The agent on a page of the demo. */
type Answering = "guide" | "shop";

/** Where each agent of the demo answers, where its documents lie below that, and how a button of the page calls it. */
export const sites = {
  guide: { site: "/demo", documents: "docs/", ask: "Ask the guide" },
  shop: { site: "/demo/shop", documents: "help/", ask: "Ask us" },
} as const;

const cards = [
  { who: "guide", name: "ServiceChat Guide", about: "Ask how this chat works and how to run it" },
  { who: "shop", name: "Larkfield Coffee", about: "Be a customer: coffees, hours, your order" },
] as const;

/** The choice between the agents of the demo, on a page that both have; empty when there is only one. Each opens the chat. */
export function agentSwitch(demo: DemoSite, answering: Answering, page: string): string {
  if (!demo.shop) return "";
  const links = cards.map(({ who, name, about }) => {
    const address = page === "index" ? sites[who].site : `${sites[who].site}/${page}`;
    const target = who === answering ? `href="#chat" aria-current="true"` : `href="${address}#chat"`;
    return `<a class="agent" ${target}><strong>${name}</strong><span>${about}</span></a>`;
  });
  return `<nav class="agents" aria-label="Who answers in the chat">${links.join("")}</nav>`;
}

/** Who hands over to people: somebody who tries it is that person too. */
export function personHint(consoleUrl: string): string {
  return `Ask for a person in the chat, then <a href="${escapeHtml(consoleUrl)}/console/">be that person in the console</a>.`;
}

/** The other documents of the company, by their titles. */
export function documentLinks(documents: ReadonlyMap<string, string>, current: string): string {
  const items = Array.from(documents, ([path, markdown]) => {
    const mark = path === current ? ' aria-current="page"' : "";
    return `<li><a href="${encodeURI(path)}"${mark}>${escapeHtml(titleOf(markdown))}</a></li>`;
  });
  return `<ul>${items.join("")}</ul>`;
}

/** The first heading of a document. */
export function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? "ServiceChat";
}
