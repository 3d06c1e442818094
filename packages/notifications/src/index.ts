export { createNotifications } from "./create-notifications.ts";
export type { NotificationDependencies, Notifications } from "./create-notifications.ts";
export type { MailService, MailSettings, MailState } from "./smtp/create-mail-service.ts";
export type { PushMessage, PushService } from "./push/create-push-service.ts";
export { createSecretBox } from "./secret-box.ts";
export type { SecretBox } from "./secret-box.ts";
export type { TestedWebhook, WebhookSender } from "./webhooks/create-webhook-sender.ts";
