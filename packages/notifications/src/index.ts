export { createMailer } from "./mail/create-mailer.ts";
export type { Mail, Mailer } from "./mail/create-mailer.ts";
export { createSecretBox } from "./secret-box.ts";
export type { SecretBox } from "./secret-box.ts";
export { createWebhookSender } from "./webhooks/create-webhook-sender.ts";
export type { TestedWebhook, WebhookSender, WebhookSenderParts } from "./webhooks/create-webhook-sender.ts";
