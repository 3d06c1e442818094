import type { WidgetConfig } from "@servicechat/contract";
import { foreground } from "./foreground.ts";

/**
 * The style sheet that the widget begins with: a dock over the whole viewport, and in the corner of it that `position`
 * names (a right-to-left page does not mirror it) the bubble.
 *
 * `!important` inside a shadow root beats the page's own, so no rule of the page reaches the host element. The outline is
 * there, unseen, for those who choose their own colours.
 */
export function bubbleStyles({ primaryColor, position }: WidgetConfig["branding"]): string {
  const [row, column] = position.split("-");
  const height = row === "middle" ? "center" : row === "top" ? "start" : "end";
  return `:host{all:initial!important;display:contents!important}
div{position:fixed;inset:0;z-index:2147483647;display:grid;place-items:${height} ${column};pointer-events:none;padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)}
button{display:grid;margin:20px;padding:13px;border:0;outline:1px solid #0000;border-radius:50%;background:${primaryColor};color:${foreground(primaryColor)};cursor:pointer;pointer-events:auto;box-shadow:0 4px 24px #0004}
button:focus-visible{outline:3px solid #fff;box-shadow:0 0 0 6px #000}
img,svg{width:30px;height:30px;fill:none;object-fit:contain;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
[hidden],.open img,div:not(.open) img+svg{display:none}
@media print{div{display:none}}`;
}
