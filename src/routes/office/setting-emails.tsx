export { EmailsScreen as Component } from '#domains/settings/ui/office/EmailsScreen.tsx';
export { loadSettings as loader } from '#domains/settings/ui/office/load-settings.ts';
