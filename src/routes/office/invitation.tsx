export { InvitationScreen as Component } from '#domains/staff/ui/office/InvitationScreen.tsx';
