export { AccountScreen as Component } from '#domains/staff/ui/office/AccountScreen.tsx';
export { loadAccount as loader } from '#domains/staff/ui/office/load-account.ts';
