export { HealthScreen as Component } from '#domains/system/ui/office/HealthScreen.tsx';
export { loadHealth as loader } from '#domains/system/ui/office/load-system.ts';
