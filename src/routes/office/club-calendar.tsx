export { ClubCalendarScreen as Component } from '#domains/selling/clubs/ui/office/ClubCalendarScreen.tsx';
export { loadClubCalendar as loader } from '#domains/selling/clubs/ui/office/load-club-calendar.ts';
