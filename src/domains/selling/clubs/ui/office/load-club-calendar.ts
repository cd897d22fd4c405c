/** The loader of the calendar of clubs. */
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { memberCalls } from './member-calls.ts';

export const loadClubCalendar = async () => valueOrThrow(await memberCalls.clubCalendar({}));
