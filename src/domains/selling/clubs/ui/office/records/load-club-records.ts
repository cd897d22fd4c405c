/** The loaders of the list of clubs and of one club. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { clubRecordCalls } from './club-record-calls.ts';

export const loadClubRecords = async () => valueOrThrow(await clubRecordCalls.clubRecords({}));

export const loadClubRecord = async ({ params }: LoaderFunctionArgs) =>
  valueOrThrow(await clubRecordCalls.clubRecord({ id: params.id ?? '' }));
