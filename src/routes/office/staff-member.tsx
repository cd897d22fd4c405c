export { loadStaffMember as loader } from '#domains/staff/ui/office/load-people.ts';
export { StaffMemberScreen as Component } from '#domains/staff/ui/office/StaffMemberScreen.tsx';
