import { useEffect } from "preact/hooks";

/** `j` and `k` move through the list, and `/` goes to the search, unless somebody is typing. */
export function useListKeys(list: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const isWriting =
        target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
      if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "/") {
        event.preventDefault();
        document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
        return;
      }
      if (event.key !== "j" && event.key !== "k") return;
      const links = Array.from(list.current?.querySelectorAll<HTMLAnchorElement>("a.chat-row") ?? []);
      const at = links.findIndex((link) => link === document.activeElement);
      links[Math.max(0, Math.min(links.length - 1, at + (event.key === "j" ? 1 : -1)))]?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
