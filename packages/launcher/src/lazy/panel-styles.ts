import type { WidgetConfig } from "@servicechat/contract";

/** A phone in portrait or landscape orientation. */
export const phone = "((max-width:640px) or (max-height:440px))";

const frame = `iframe{box-sizing:border-box;width:100%;height:100%;border:0;background:Canvas}`;

/**
 * What the panel adds to the bubble's style sheet. Both share the single cell of the dock. A floating panel covers the
 * bubble; a windowed one leaves 68 px for it, as a greeting does, and in the centre both move aside. On phones the
 * panel fills the screen; elsewhere `wide` expands it as far as there is space. A panel that covers the bubble does so
 * only once the chat is ready, so there is always a control to close it.
 */
export function panelStyles({ position, style }: WidgetConfig["branding"]): string {
  const [row, column = ""] = position.split("-");
  const middle = row === "middle";
  const side = middle ? column : row;
  const windowed = style === "windowed";
  const room = (taken: boolean) => `100% - ${windowed && taken ? 108 : 40}px`;
  const isCentred = side === "center";
  const clear = isCentred
    ? "translate:34px}.open button{translate:max(-6px - var(--width)/2,48px - 50vw)"
    : `margin-${side}:88px`;
  return `${frame}
div{box-sizing:border-box;grid-template:100%/100%;--width:400px;--tall:640px}
.wide{--width:760px;--tall:900px}
.open{top:var(--top,0);height:var(--height,auto)}
button,iframe,p{grid-area:1/1;pointer-events:auto}
button{position:relative;z-index:1}
span{position:absolute;top:-6px;right:-6px;min-width:12px;padding:0 5px;border-radius:11px;background:#c11;color:#fff;font:600 12px/22px system-ui}
span:empty{display:none}
div:not(.open) iframe{visibility:hidden;opacity:0}
p{display:flex;margin:20px;${isCentred ? "translate:0 calc(50% + 40px)" : `margin-${side}:88px`};max-width:min(280px,${room(middle)});border-radius:14px;outline:1px solid #8886;box-shadow:0 4px 24px #0004;background:Canvas;color:CanvasText;font:15px/1.45 system-ui}
p button{all:unset;padding:12px 0 12px 16px;cursor:pointer;overflow-wrap:anywhere}
p button+button{flex:none;width:44px;padding:0;font-size:20px;text-align:center}
p button:focus-visible{outline:3px solid;outline-offset:-3px;border-radius:14px;box-shadow:none}
p:empty,.open p{display:none}
@media ${windowed ? phone : "all"}{.ready.open button{display:none}}
@media ${phone}{.open{background:light-dark(#fff,#15171c)}p{display:none}}
@media not ${phone}{iframe{width:min(var(--width),${room(middle)});height:min(var(--tall),${room(!middle)});margin:20px;border-radius:16px;outline:1px solid #8886;box-shadow:0 4px 24px #0004;${windowed ? clear : ""}}}
@media (prefers-reduced-motion:no-preference){iframe,button,p{transition:opacity .15s,translate .15s}@starting-style{p{opacity:0}}}`;
}

/** In an element of the page: the element's height determines the chat's, by default 560 px. */
export const inlineStyles = `${frame}
:host{display:flex!important;flex-direction:column!important;width:100%!important;height:100%!important;min-height:320px!important}
div{position:static;display:flex;flex-direction:column;flex:1 1 min(560px,80dvh);min-height:0;padding:0;pointer-events:auto}
iframe{flex:1 1 0;min-height:0;border-radius:inherit}
div:not(.open){display:none}`;
