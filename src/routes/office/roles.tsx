export { loadRoles as loader } from '#domains/staff/ui/office/load-people.ts';
export { RolesScreen as Component } from '#domains/staff/ui/office/RolesScreen.tsx';
