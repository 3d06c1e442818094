import type { WidgetConfig } from "@servicechat/contract";

/**
 * The initial style sheet of the widget: a dock over the whole viewport, with the bubble in the corner that `position`
 * names (a right-to-left page does not mirror it).
 *
 * `!important` inside a shadow root takes precedence over the page's own, so no rule of the page affects the host
 * element. The outline is transparent, for people with forced colours. Anything on the brand colour is white if white
 * has a contrast of 3 to 1 (WCAG 2.2, 1.4.11), as on every colour with a lightness below 60, and otherwise black.
 */
export function bubbleStyles({ primaryColor, position }: WidgetConfig["branding"]): string {
  const [row, column] = position.split("-");
  const height = row === "middle" ? "center" : row === "top" ? "start" : "end";
  return `:host{all:initial!important;display:contents!important}
div{all:unset;position:fixed;inset:0;z-index:9999999999;display:grid;place-items:${height} ${column};pointer-events:none;padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)}
button{width:56px;height:56px;display:grid;place-items:center;margin:20px;padding:0;border:0;outline:1px solid #0000;border-radius:50%;background:${primaryColor};color:lab(from ${primaryColor} calc(6e9 - l*1e8) 0 0);pointer-events:auto;cursor:pointer;box-shadow:0 4px 24px #0004}
button:focus-visible{outline:3px solid #fff;box-shadow:0 0 0 6px #000}
div>button:before{content:"";padding:9px;border:2.5px solid;border-radius:50% 50% 50% 2px}
.open>button:before{padding:5px;border-width:0 2.5px 2.5px 0;border-radius:2px;rotate:45deg;translate:0 -4px}
img{width:30px;height:30px;object-fit:contain}
.full{width:56px;height:56px;border-radius:50%;object-fit:cover}
[hidden],.open img,div:not(.open) :has(img):before{display:none}
@media print{div{display:none}}`;
}
