import type { FrameSettings, Theme, WidgetConfig } from "@servicechat/contract";

/** Sets the brand's colour and the style on the document, through CSSOM: no style attribute is ever parsed. */
export function applyBrand(root: HTMLElement, { primaryColor, style }: WidgetConfig["branding"]): void {
  root.style.setProperty("--brand", primaryColor);
  root.dataset["style"] = style;
}

/** Sets light, dark, or the preference of the visitor's system. */
export function applyTheme(root: HTMLElement, theme: Theme): void {
  root.dataset["theme"] = theme;
}

/** Sets the font of the visitor's system. Without a call, the chat has its own. */
export function applyFont(root: HTMLElement, font: FrameSettings["font"]): void {
  if (font) root.dataset["font"] = font;
}
