export { loadRedirects as loader, revalidateRedirects as shouldRevalidate } from '#domains/content/ui/office/load-redirects.ts';
export { RedirectsScreen as Component } from '#domains/content/ui/office/RedirectsScreen.tsx';
