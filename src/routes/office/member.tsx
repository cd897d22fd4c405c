export { loadMember as loader } from '#domains/selling/clubs/ui/office/load-member.ts';
export { MemberScreen as Component } from '#domains/selling/clubs/ui/office/MemberScreen.tsx';
