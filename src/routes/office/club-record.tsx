export { ClubRecordScreen as Component } from '#domains/selling/clubs/ui/office/records/ClubRecordScreen.tsx';
export { loadClubRecord as loader } from '#domains/selling/clubs/ui/office/records/load-club-records.ts';
