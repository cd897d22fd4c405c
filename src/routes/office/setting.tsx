export { loadSetting as loader } from '#domains/settings/ui/office/load-settings.ts';
export { SettingScreen as Component } from '#domains/settings/ui/office/SettingScreen.tsx';
