/** Office calls about the records of clubs: the list, one club, and changing or adding it. */
import { z } from 'zod';
import { CHANGED_MEANWHILE } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, marketName } from '#domains/staff/model/records.ts';
import { withStorableText } from '#lib/is-storable-text.ts';
import { CLUB_RECORD_ERRORS } from './messages/club-record-errors.ts';
import { clubRecord } from './model/record.ts';

const REFERENCE = 'docs/decisions/0171-club-records-in-the-office.md';

const clubVersion = z.string().max(64).describe('`version` of the club that was shown');
const clubId = z.string().max(64);

const clubRow = z.object({
  id: clubId,
  name: z.string(),
  market: marketName,
  state: clubRecord.shape.state.unwrap(),
  cases: z.number().int(),
  fromPrice: z.number().describe('Price of the cheapest case'),
  members: z.number().int().describe('Members who have not left, paused ones too'),
  changedAt: isoTime,
});

const officeClub = z.object({
  id: clubId,
  version: clubVersion,
  record: clubRecord,
  changedAt: isoTime,
  use: z
    .object({
      members: z.number().int(),
      variants: z.record(z.string(), z.number().int()),
      frequencies: z.record(z.string(), z.number().int()),
    })
    .describe('Members who have not left, by what they chose. What they chose can’t be changed'),
  timeZone: z.string(),
  /** Address of its page on the first site that shows it; null if none does. */
  liveUrl: z.string().nullable(),
});
export type OfficeClub = z.output<typeof officeClub>;

const READ = { method: 'GET', reference: REFERENCE, permission: 'clubs.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'clubs.write', mutates: true } as const;
const { NOT_FOUND, INVALID, CREATE } = CLUB_RECORD_ERRORS;

export const clubRecordOfficeContract = officeCalls({
  clubRecords: {
    ...READ,
    path: '/office/v1/clubs/records',
    summary: 'Lists the clubs of one’s markets in their order',
    input: z.object({}),
    output: z.object({ rows: z.array(clubRow) }),
    errors: {},
  },
  clubRecord: {
    ...READ,
    path: '/office/v1/clubs/record',
    summary: 'Returns a club as its record, with the members who hold it to its terms',
    input: z.object({ id: clubId }),
    output: officeClub,
    errors: NOT_FOUND,
  },
  saveClub: {
    ...WRITE,
    path: '/office/v1/clubs/record/save',
    summary: 'Saves all fields of a club. Its id and market stay, and so do the terms of its members',
    input: z.object({ version: clubVersion, record: withStorableText(clubRecord) }),
    output: officeClub,
    errors: { ...NOT_FOUND, ...INVALID, ...CHANGED_MEANWHILE },
  },
  createClub: {
    ...WRITE,
    path: '/office/v1/clubs/record/create',
    summary: 'Adds a club',
    input: z.object({ record: withStorableText(clubRecord) }),
    output: officeClub,
    errors: { ...INVALID, ...CREATE },
  },
});
