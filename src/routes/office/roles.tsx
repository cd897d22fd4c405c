export { loadRoles as loader } from '#domains/staff/ui/office/load-people.ts';
export { RolesScreen as Component } from '#domains/staff/ui/office/RolesScreen.tsx';
export { revalidateLocalList as shouldRevalidate } from '#ui/office/grid/list-loader.ts';
