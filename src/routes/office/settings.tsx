export { loadSettings as loader } from '#domains/settings/ui/office/load-settings.ts';
export { SettingsScreen as Component } from '#domains/settings/ui/office/SettingsScreen.tsx';
