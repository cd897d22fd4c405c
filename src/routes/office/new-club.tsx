export { NewClubScreen as Component } from '#domains/selling/clubs/ui/office/records/NewClubScreen.tsx';
