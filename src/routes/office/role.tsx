export { loadRole as loader } from '#domains/staff/ui/office/load-people.ts';
export { RoleScreen as Component } from '#domains/staff/ui/office/RoleScreen.tsx';
