import type { WidgetConfig } from "@servicechat/contract";
import { foreground } from "./foreground.ts";

/** A telephone, upright or on its side. */
const phone = "((max-width:640px) or (max-height:440px))";

/**
 * The widget's style sheet. Bubble and panel share the one cell of a grid over the whole viewport, both in the corner
 * that `position` names (a right-to-left page does not mirror it). A floating panel covers the bubble there; a windowed
 * one keeps clear of it by 68 px, and in the very middle both step aside. On phones the panel is the screen. A panel
 * that hides the bubble does so once the chat is ready, so there is always a control to close it with.
 *
 * `!important` inside a shadow root beats the page's own, so no rule of the page reaches the host element. Outlines are
 * there, unseen, for those who choose their own colours.
 */
export function widgetStyles({ primaryColor, position, style }: WidgetConfig["branding"]): string {
  const [row, column = ""] = position.split("-");
  const middle = row === "middle";
  const side = middle ? column : row;
  const windowed = style === "windowed";
  const room = (taken: boolean) => `100% - ${windowed && taken ? 108 : 40}px`;
  const clear = side === "center" ? "translate:34px}.open button{translate:-206px" : `margin-${side}:88px`;
  return `:host{all:initial!important;display:contents!important}
div{position:fixed;inset:0;height:100dvh;z-index:2147483647;display:grid;grid-template:100%/100%;align-items:${middle ? "center" : row === "top" ? "start" : "end"};justify-items:${column};direction:ltr;pointer-events:none;box-sizing:border-box;padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)}
button,iframe{grid-area:1/1;box-sizing:border-box;border:0;outline:1px solid transparent;pointer-events:auto;box-shadow:0 4px 24px #0004}
button{position:relative;z-index:1;width:56px;height:56px;margin:20px;padding:0;border-radius:50%;background:${primaryColor};color:${foreground(primaryColor)};cursor:pointer}
button:focus-visible{outline:3px solid #fff;box-shadow:0 0 0 6px #000}
img,svg{width:30px;height:30px;object-fit:contain;vertical-align:middle;fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
span{position:absolute;top:-6px;right:-6px;min-width:12px;padding:0 5px;border-radius:11px;background:#c11;color:#fff;font:600 12px/22px system-ui}
iframe{width:100%;height:100%;background:Canvas}
[hidden],span:empty,.open img,div:not(.open) img+svg{display:none}
div:not(.open) iframe{visibility:hidden;opacity:0}
@media ${windowed ? phone : "all"}{.ready.open button{visibility:hidden}}
@media ${phone}{.open{background:Canvas}}
@media not ${phone}{iframe{width:min(400px,${room(middle)});height:min(640px,${room(!middle)});margin:20px;border-radius:16px;${windowed ? clear : ""}}}
@media (prefers-reduced-motion:no-preference){iframe,button{transition:opacity .15s,translate .15s}}
@media print{div{display:none}}`;
}
