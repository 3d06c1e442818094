import { effect, signal } from "@preact/signals";

/** The name of the current page. */
export const pageTitle = signal("");
/** How many visitors are waiting for a person: the tab's title shows it even while another tab is active. */
export const waitingInTitle = signal(0);

effect(() => {
  const count = waitingInTitle.value > 0 ? `(${waitingInTitle.value}) ` : "";
  document.title = `${count}${pageTitle.value === "" ? "" : `${pageTitle.value} · `}ServiceChat`;
});
