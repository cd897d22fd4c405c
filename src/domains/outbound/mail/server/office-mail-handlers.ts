/** Handlers of the office's calls about emails. */
import { z } from 'zod';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { type ActivityRow, listActivity, recordActivity } from '#domains/staff/server/activity.repository.ts';
import { requirePermission } from '#domains/staff/server/authenticate.ts';
import { exportDetails } from '#domains/staff/server/export-details.ts';
import { fromCursor, MAX_EXACT_LOG_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import { csvValue } from '#lib/csv-value.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { Input } from '#lib/define-contract.ts';
import { liftSuppressionIn } from '#lib/mail/suppression.repository.ts';
import { fail, ok } from '#lib/result.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import { MARKETS } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { mailMessages } from '../messages/office.ts';
import { MAIL_TEXT_DAYS, maskAddress } from '../model/mail-log.ts';
import { type MailMessage, type MailRow, mailOfficeContract } from '../office-contract.ts';
import {
  addressOfCustomer,
  addressOfMail,
  addressOfOrder,
  attemptsOf,
  countMails,
  type FullMail,
  findMail,
  listMails,
  type MailFilter,
  type MailListRow,
} from './mail-list.repository.ts';

export interface MailOfficeDeps {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'queue'>;
}

type ListInput = Omit<Input<(typeof mailOfficeContract)['mails']>, 'limit' | 'cursor'>;

const SUBJECT = 'mail';
const MAX_WORDS = 3;
const HISTORY = 20;
const EXPORT_PAGE = 500;
/** What an export needs in a market besides its own permission: what it shows. */
const READ_TO_EXPORT = ['system.read', 'customers.read'] as const;
/** A complaint stops these only; a bounce stops everything that can be sent again. */
const STOPPED_BY_COMPLAINT: readonly string[] = ['rewards', 'marketing'];

const position = z.object({ key: z.string().max(60), id: z.uuid() });

const worksEverywhere = ({ markets }: StaffActor): boolean => markets.length === MARKETS.length;

/** Returns true for emails whose address, subject and text the person may see. */
function mayRead(staff: StaffActor, { kind, market }: Pick<MailListRow, 'kind' | 'market'>): boolean {
  if (kind === 'staff') return staff.may('staff.read', 'any market');
  return staff.may('customers.read', market ?? 'every market');
}

function viewRow(staff: StaffActor, row: MailListRow): MailRow {
  const { id, kind, state, market, recipient, subject, orderId, number, attempts, isSuppressed } = row;
  const isVisible = mayRead(staff, row);
  return {
    id,
    kind,
    state,
    market,
    recipient: isVisible ? recipient : maskAddress(recipient),
    subject: isVisible ? subject : '',
    order: orderId === null || number === null ? null : { id: orderId, number },
    customerId: isVisible ? row.customerId : null,
    giftCardId: row.giftCardId,
    attempts,
    isSuppressed,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  };
}

/** Splits `from..to`. A single day is both ends. */
function parseDays(value: string | undefined): { readonly from: string | null; readonly to: string | null } {
  if (value === undefined) return { from: null, to: null };
  const [from = '', to = ''] = value.includes('..') ? value.split('..') : [value, value];
  return { from: from || null, to: to || null };
}

const orderNumberOf = (q: string): number | null => {
  const digits = q.replace(/^#/, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
};

/** Returns the filter of a list. A text is searched only in what the person may read, so that no search reveals an address. */
function toFilter(staff: StaffActor, input: ListInput, ids: readonly string[] | null = null): MailFilter {
  const q = (input.q ?? '').trim().toLowerCase();
  const orderNumber = orderNumberOf(q);
  const isText = q !== '' && orderNumber === null;
  const readable = staff.marketsWith('customers.read');
  const market = input['filter[market]'];
  const markets = staff.markets.filter((one) => (market === undefined || one === market) && (!isText || readable.includes(one)));
  const [zone] = markets;
  return {
    markets,
    includesMarketless: market === undefined && markets.length === MARKETS.length && (!isText || staff.may('staff.read', 'any market')),
    state: input['filter[state]'] ?? null,
    kind: input['filter[kind]'] ?? null,
    ...parseDays(input['filter[created]']),
    timeZone: zone === undefined ? 'UTC' : timeZoneOf(zone),
    words: isText ? q.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS) : [],
    orderNumber,
    ids,
  };
}

const viewHistory = ({ at, actorName, action }: ActivityRow): MailMessage['history'][number] => ({
  at: at.toISOString(),
  who: actorName,
  action,
});

const canResend = ({ payload, state }: FullMail): boolean => payload !== null && state !== 'queued';

function textOf({
  html,
  text,
  headers,
  messageHeaders,
}: FullMail & { readonly messageHeaders: Readonly<Record<string, string>> }): MailMessage['text'] {
  if (html === null || text === null) return null;
  return { html, plain: text, headers: Object.entries({ ...messageHeaders, ...headers }).map(([name, value]) => ({ name, value })) };
}

/** The subject of the activity log for what an address belongs to. The log names no address, because it cannot be erased. */
async function ownerOf(transaction: Transaction, staff: StaffActor, owner: 'mail' | 'order' | 'customer', id: string) {
  if (owner === 'order') return addressOfOrder(transaction, id, staff.markets);
  if (owner === 'customer') return addressOfCustomer(transaction, id, staff.markets);
  return addressOfMail(transaction, id, staff.markets, worksEverywhere(staff));
}

const csvLine = (values: readonly string[]): string => `${values.map(csvValue).join(',')}\n`;

function mailHandlers({ database, jobs }: MailOfficeDeps): OfficeHandlers<typeof mailOfficeContract> {
  const find = (staff: StaffActor, id: string): Promise<FullMail | null> => findMail(database, id, staff.markets, worksEverywhere(staff));
  return {
    mails: async (input, { staff }) => {
      const before = fromCursor(input.cursor, position);
      if (!before.ok) return before;
      const filter = toFilter(staff, input);
      const [rows, count] = await Promise.all([
        listMails(database, filter, before.value, input.limit + 1),
        countMails(database, filter, MAX_EXACT_LOG_TOTAL + 1),
      ]);
      const { page, nextCursor } = pageOf(rows, input.limit, ({ key, id }) => ({ key, id }));
      return ok({ rows: page.map((row) => viewRow(staff, row)), nextCursor, total: toTotal(count, MAX_EXACT_LOG_TOTAL) });
    },
    mail: async ({ id }, { staff }) => {
      const found = await find(staff, id);
      if (found === null) return fail('not_found');
      const isVisible = mayRead(staff, found);
      const [attempts, log] = await Promise.all([
        attemptsOf(database, id),
        listActivity(
          database,
          {
            search: null,
            subjectKind: SUBJECT,
            subjectId: id,
            staffId: null,
            action: null,
            market: null,
            markets: staff.markets,
            from: null,
            to: null,
          },
          null,
          HISTORY,
        ),
      ]);
      const { suppressedFor, suppressionReason, suppressedSince } = found;
      return ok({
        ...viewRow(staff, found),
        mayRead: isVisible,
        text: isVisible ? textOf({ ...found, messageHeaders: { To: found.recipient, Subject: found.subject } }) : null,
        isTextDeleted: found.html === null && found.attempts > 0 && found.sentAt !== null,
        // Answers of mail servers name the address.
        attemptList: attempts.map(({ at, outcome, response }) => ({ at: at.toISOString(), outcome, response: isVisible ? response : '' })),
        suppression:
          suppressedFor === null || suppressedSince === null
            ? null
            : { kind: suppressedFor, reason: isVisible ? (suppressionReason ?? '') : '', since: suppressedSince.toISOString() },
        canResend: canResend(found),
        history: log.map(viewHistory),
      });
    },
    resendMail: ({ id }, { staff }) =>
      database.transaction(async (transaction) => {
        const found = await findMail(transaction, id, staff.markets, worksEverywhere(staff));
        if (found === null) return fail('not_found');
        if (found.state === 'queued') return fail('mail_waiting');
        if (found.payload === null)
          return ['account', 'staff', 'gift-card'].includes(found.kind)
            ? fail('mail_once')
            : fail('text_deleted', { days: MAIL_TEXT_DAYS });
        if (found.suppressedFor === 'bounce' || (found.suppressedFor !== null && STOPPED_BY_COMPLAINT.includes(found.kind)))
          return fail('address_suppressed', { reason: found.suppressedFor === 'bounce' ? 'it bounces' : 'its owner reported spam' });
        await jobs.queue(transaction, found.queue, found.payload);
        await recordActivity(transaction, staff, {
          action: 'mail.resent',
          subject: { kind: SUBJECT, id },
          market: found.market,
          before: { state: found.state },
          after: { kind: found.kind, order: found.number },
        });
        return ok(null);
      }),
    exportMails: async ({ ids, cursor, ...input }, { staff }) => {
      for (const permission of READ_TO_EXPORT) await requirePermission(database, staff, permission, 'any market');
      const markets = staff.markets.filter((market) => READ_TO_EXPORT.every((permission) => staff.may(permission, market)));
      const before = fromCursor(cursor, position);
      if (!before.ok) return before;
      const rows = await listMails(database, toFilter({ ...staff, markets }, input, ids ?? null), before.value, EXPORT_PAGE + 1);
      const { page, nextCursor } = pageOf(rows, EXPORT_PAGE, ({ key, id }) => ({ key, id }));
      if (before.value === null)
        await database.transaction((transaction) =>
          recordActivity(transaction, staff, {
            action: 'mail.exported',
            subject: { kind: SUBJECT, id: 'list' },
            after: { filters: exportDetails(input) },
          }),
        );
      const lines = page
        .map((row) => viewRow(staff, row))
        .map(({ createdAt, market, kind, recipient, subject, state, attempts, sentAt, order }) =>
          csvLine([
            createdAt,
            market ?? '',
            kind,
            recipient,
            subject,
            state,
            String(attempts),
            sentAt ?? '',
            order === null ? '' : String(order.number),
          ]),
        );
      const head = before.value === null ? csvLine(mailMessages.csv) : '';
      return ok({ csv: `${head}${lines.join('')}`, rows: page.length, nextCursor });
    },
    liftSuppression: ({ owner, id }, { staff }) =>
      database.transaction(async (transaction) => {
        const found = await ownerOf(transaction, staff, owner, id);
        if (found === null || !(await liftSuppressionIn(transaction, found.address))) return fail('not_found');
        await recordActivity(transaction, staff, {
          action: `${owner}.suppression_lifted`,
          subject: { kind: owner, id },
          market: found.market,
          before: { getsEmail: false },
          after: { getsEmail: true },
        });
        return ok(null);
      }),
  };
}

/** Binds the office's calls about emails. */
export const mailOfficeEndpoints = (deps: MailOfficeDeps): OfficeEndpoint[] => officeHandlers(mailOfficeContract, mailHandlers(deps));
