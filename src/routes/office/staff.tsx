export { loadStaffList as loader, revalidateStaffList as shouldRevalidate } from '#domains/staff/ui/office/load-people.ts';
export { StaffListScreen as Component } from '#domains/staff/ui/office/StaffListScreen.tsx';
