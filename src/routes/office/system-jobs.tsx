export { JobsScreen as Component } from '#domains/system/ui/office/JobsScreen.tsx';
export { loadJobs as loader } from '#domains/system/ui/office/load-system.ts';
