import {
  defineComponent,
  onBeforeUnmount,
  onMounted,
  watch,
  type ComponentObjectPropsOptions,
  type DefineSetupFnComponent,
} from "vue";
import { callbackNames, holdServiceChat, type ChatProps, type Hold } from "./hold-service-chat.ts";

export type { ChatProps };

const optionNames = [
  "src",
  "agentKey",
  "lang",
  "theme",
  "nonce",
  "keepOpen",
  "target",
  "greeting",
  "greetingAfter",
  "messagePreview",
] as const;

/**
 * The chat, on the page while this component is mounted. It draws nothing where it stands: the widget has its own corner
 * of the window. On a server it does nothing. Callbacks can be written as listeners: `@unread` is `onUnread`.
 *
 * @example
 * <ServiceChat src="https://chat.example.com/launcher.js" agent-key="ak_..." @unread="({ count }) => (unread = count)" />
 */
export const ServiceChat: DefineSetupFnComponent<ChatProps> = defineComponent(
  (props: ChatProps) => {
    let hold: Hold | undefined;
    onMounted(() => (hold = holdServiceChat(() => props)));
    watch(
      () => optionNames.map((name) => props[name]),
      () => hold?.changed(),
    );
    onBeforeUnmount(() => hold?.release());
    return () => null;
  },
  {
    name: "ServiceChat",
    // Callbacks are props, not emitted events: what a listener to `action` returns is heard.
    props: {
      ...anyOf(optionNames),
      ...anyOf(Object.values(callbackNames)),
      onFailed: null,
      open: Boolean,
      sound: Boolean,
    },
  },
);

/** Props of any type: the compiler checks them. */
function anyOf<Name extends keyof ChatProps>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, null])) as ComponentObjectPropsOptions<
    Pick<ChatProps, Name>
  >;
}
