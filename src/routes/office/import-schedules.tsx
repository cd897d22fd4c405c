export { loadSchedules as loader } from '#domains/imports/ui/office/load-imports.ts';
export { SchedulesScreen as Component } from '#domains/imports/ui/office/SchedulesScreen.tsx';
export { revalidateLocalList as shouldRevalidate } from '#ui/office/grid/list-loader.ts';
