import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { FileFault } from "@servicechat/contract/admin";

/** An editor in the page. */
export interface Editor {
  /** Accepts a text that was changed elsewhere. */
  setText(text: string): void;
  setFaults(faults: readonly FileFault[]): void;
  /** Moves the cursor to a line. */
  goTo(line: number): void;
  destroy(): void;
}

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--ink)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.string, tags.content], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warn)" },
]);

const theme = EditorView.theme({
  "&": { backgroundColor: "var(--ground)", color: "var(--text)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", minHeight: "420px" },
  ".cm-content": { caretColor: "var(--text)", padding: "10px 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--muted)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--hover)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": {
    backgroundColor: "color-mix(in oklab, var(--brand) 24%, transparent) !important",
  },
  // The default markers are data: images, which the content security policy would block.
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--danger)" },
  ".cm-lint-marker-error": {
    content: "none",
    inlineSize: "8px",
    blockSize: "8px",
    margin: "6px 3px",
    borderRadius: "50%",
    backgroundColor: "var(--danger)",
  },
  ".cm-tooltip": { backgroundColor: "var(--ground)", color: "var(--text)", border: "1px solid var(--line)" },
});

/**
 * Mounts an editor in an element. It is in a shadow root, which receives the editor's styles as constructed sheets: as
 * elements of the document, the content security policy would block them.
 */
export function createEditor(
  host: HTMLElement,
  {
    text,
    label,
    isReadOnly,
    change,
  }: { text: string; label: string; isReadOnly: boolean; change: (text: string) => void },
): Editor {
  /**
   * Texts that were reported and have not come back yet: while somebody types, a text that comes back may be outdated.
   */
  const reported = new Set<string>();
  let isSetting = false;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        yaml(),
        indentUnit.of("  "),
        lintGutter(),
        syntaxHighlighting(highlighting),
        theme,
        EditorView.lineWrapping,
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of({ "aria-label": label }),
        // Tab leaves the editor, as in every other field.
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || isSetting) return;
          const written = update.state.doc.toString();
          reported.add(written);
          change(written);
        }),
      ],
    }),
  });

  return {
    setText(next) {
      const { doc } = view.state;
      if (doc.toString() === next) return reported.clear();
      if (reported.has(next)) return;
      isSetting = true;
      view.dispatch({ changes: { from: 0, to: doc.length, insert: next } });
      isSetting = false;
    },
    setFaults(faults) {
      const { doc } = view.state;
      const diagnostics = faults.map(({ line, message }) => {
        const { from, to } = doc.line(Math.min(doc.lines, Math.max(1, line ?? 1)));
        return { from, to, severity: "error" as const, message };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goTo(line) {
      const { from } = view.state.doc.line(Math.min(view.state.doc.lines, line));
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
