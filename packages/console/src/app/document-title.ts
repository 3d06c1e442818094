import { effect, signal } from "@preact/signals";

/** The name of the page that is shown. */
export const pageTitle = signal("");
/** How many visitors wait for a person: the tab says so while another one is looked at. */
export const waitingInTitle = signal(0);

effect(() => {
  const count = waitingInTitle.value > 0 ? `(${waitingInTitle.value}) ` : "";
  document.title = `${count}${pageTitle.value === "" ? "" : `${pageTitle.value} · `}ServiceChat`;
});
