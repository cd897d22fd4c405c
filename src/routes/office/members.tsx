export { loadMembers as loader, revalidateMembers as shouldRevalidate } from '#domains/selling/clubs/ui/office/load-members.ts';
export { MembersScreen as Component } from '#domains/selling/clubs/ui/office/MembersScreen.tsx';
