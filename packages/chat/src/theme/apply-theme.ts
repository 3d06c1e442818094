import type { FrameSettings, Theme, WidgetConfig } from "@servicechat/contract";
import { brandColours } from "./brand-colours.ts";

/** Sets the brand's colours and the style on the document, through CSSOM: no style attribute is ever parsed. */
export function applyBrand(root: HTMLElement, { primaryColor, style }: WidgetConfig["branding"]): void {
  const colours = brandColours(primaryColor);
  root.style.setProperty("--brand", colours.brand);
  root.style.setProperty("--on-brand", colours.onBrand);
  root.style.setProperty("--brand-ink-light", colours.inkOnLight);
  root.style.setProperty("--brand-ink-dark", colours.inkOnDark);
  root.style.setProperty("--brand-edge-light", colours.edgeOnLight);
  root.style.setProperty("--brand-edge-dark", colours.edgeOnDark);
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
