export { loadWebhooks as loader, revalidateWebhooks as shouldRevalidate } from '#domains/system/ui/office/load-system.ts';
export { WebhooksScreen as Component } from '#domains/system/ui/office/WebhooksScreen.tsx';
