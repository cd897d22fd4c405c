export { ClubRecordsScreen as Component } from '#domains/selling/clubs/ui/office/records/ClubRecordsScreen.tsx';
export { loadClubRecords as loader } from '#domains/selling/clubs/ui/office/records/load-club-records.ts';
export { revalidateLocalList as shouldRevalidate } from '#ui/office/grid/list-loader.ts';
