export { SetupScreen as Component } from '#domains/setup/ui/office/SetupScreen.tsx';
export { loadSetup as loader } from '#domains/setup/ui/office/setup-calls.ts';
