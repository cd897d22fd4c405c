/** Handlers of the office's calls about claims. */
import { z } from 'zod';
import type { OrderDeps } from '#domains/selling/orders/server/order-deps.ts';
import { nameAction } from '#domains/staff/model/activity-names.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { listActivity, recordActivity } from '#domains/staff/server/activity.repository.ts';
import { requirePermission } from '#domains/staff/server/authenticate.ts';
import { exportDetails } from '#domains/staff/server/export-details.ts';
import { fromCursor, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import { escapeLike } from '#lib/db/word-pattern.ts';
import type { Input } from '#lib/define-contract.ts';
import { toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { claimCsv } from '../model/claim-csv.ts';
import { claimRule } from '../model/claim-rule.ts';
import { replaceableCases } from '../model/replacement.ts';
import { type ClaimRow, claimOfficeContract, type OfficeClaim } from '../office-contract.ts';
import { readLeftCents } from './claim-balance.ts';
import { decideClaim } from './decide-claim.ts';
import {
  type ClaimFilter,
  countClaims,
  findOrderOfClaim,
  type ListedClaim,
  listClaims,
  readClaim,
  readPhotoOf,
} from './office-claim.repository.ts';
import { findReplacement, readAvailable, replaceableLines } from './replacement.repository.ts';
import { supplierClaimsOf } from './supplier-claim.repository.ts';

const position = z.object({ key: z.iso.datetime(), id: z.uuid() });
const HISTORY = 50;
/** Claims of one page of an export. */
const CSV_PAGE = 1_000;
const MAX_INTEGER = 2_147_483_647;

/** Shows a decision. One that did not come about, because the refund was refused or the replacement cancelled, is not shown. */
const viewDecision = ({ state, amountCents, decidedBy }: Pick<ListedClaim, 'state' | 'amountCents' | 'decidedBy'>) => ({
  amount: state === 'open' || amountCents === null ? null : toDecimal(amountCents),
  decidedBy: state === 'open' ? '' : decidedBy,
});

const viewRow = ({ key: _key, receivedAt, amountCents, lines, ...row }: ListedClaim): ClaimRow => ({
  ...row,
  lines: [...lines],
  receivedAt: receivedAt.toISOString(),
  ...viewDecision({ ...row, amountCents }),
});

/** Returns the filter of a list within some markets. A text of digits is the number of an order. */
function filterOf(
  input: Omit<Input<(typeof claimOfficeContract)['claims']>, 'limit' | 'cursor'>,
  markets: readonly Market[],
  ids: readonly string[] | null,
): ClaimFilter {
  const words = (input.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const digits = /^#?(\d{1,10})$/.exec(words.join(''))?.[1];
  const number = digits !== undefined && Number(digits) <= MAX_INTEGER ? Number(digits) : null;
  const wanted = input['filter[market]'];
  return {
    markets: wanted === undefined ? markets : markets.filter((market) => wanted.includes(market)),
    number,
    pattern: number !== null || words.length === 0 ? null : `%${words.map(escapeLike).join('%')}%`,
    states: input['filter[state]'] ?? null,
    problems: input['filter[problem]'] ?? null,
    producer: input['filter[producer]'] ?? null,
    supplier: input['filter[supplier]'] ?? null,
    ids,
  };
}

function claimHandlers(deps: OrderDeps): OfficeHandlers<typeof claimOfficeContract> {
  const { database } = deps;
  const view = async (id: string, { markets }: StaffActor) => {
    const claim = await readClaim(database, id, markets);
    if (!claim) return fail('not_found');
    const log = await listActivity(
      database,
      {
        ...{ search: null, staffId: null, action: null, market: null, from: null, to: null },
        ...{ subjectKind: 'claim', subjectId: id, markets },
      },
      null,
      HISTORY,
    );
    const { customerId, previous, next, amountCents: _cents, receivedAt, decidedAt, lines, photos, carriers, rule, ...rest } = claim;
    const applied = claimRule.safeParse(rule);
    const bought = new Map((await replaceableLines(database, claim.orderId)).map((line) => [line.position, line]));
    const stock = new Map(
      (
        await readAvailable(
          database,
          claim.market,
          [...bought.values()].map(({ productId }) => productId),
        )
      ).map(({ productId, cases }) => [productId, cases]),
    );
    const value: OfficeClaim = {
      ...rest,
      lines: lines.map(({ paidCents, ...line }) => {
        const own = bought.get(line.position);
        return {
          ...line,
          paid: toDecimal(paidCents),
          sendable: own ? replaceableCases(own) : 0,
          available: (own && stock.get(own.productId)) ?? 0,
        };
      }),
      replacement: claim.state === 'replaced' ? await findReplacement(database, id) : null,
      photos: [...photos],
      carriers: [...carriers],
      receivedAt: receivedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
      ...viewDecision(claim),
      left: toDecimal(await readLeftCents(database, claim.orderId)),
      hasAccount: customerId !== 0,
      supplierClaims: (await supplierClaimsOf(database, id)).map(({ author, at, ...sent }) => ({
        ...sent,
        by: author,
        at: at.toISOString(),
      })),
      rule:
        claim.state === 'open' || !applied.success
          ? null
          : { problems: applied.data.problems, upTo: toDecimal(applied.data.upToCents), perYear: applied.data.perYear },
      timeZone: timeZoneOf(claim.market),
      history: log.map(({ at, actorName, action }) => ({ at: at.toISOString(), who: actorName, action: nameAction(action) })),
      neighbours: { previous, next },
    };
    return ok(value);
  };
  return {
    claims: async (input, { staff }) => {
      const after = fromCursor(input.cursor, position);
      if (!after.ok) return after;
      const filter = filterOf(input, staff.markets, null);
      const [rows, count] = await Promise.all([
        listClaims(database, filter, input.sort, after.value, input.limit + 1),
        countClaims(database, filter, MAX_EXACT_TOTAL + 1),
      ]);
      const { page, nextCursor } = pageOf(rows, input.limit, ({ key, id }) => ({ key, id }));
      return ok({ rows: page.map(viewRow), nextCursor, total: toTotal(count) });
    },
    exportClaims: async ({ ids, cursor, ...filters }, { staff }) => {
      const after = fromCursor(cursor, position);
      if (!after.ok) return after;
      const markets = staff.markets.filter((market) => staff.may('orders.export', market));
      const rows = await listClaims(database, filterOf(filters, markets, ids ?? null), filters.sort, after.value, CSV_PAGE + 1);
      const { page, nextCursor } = pageOf(rows, CSV_PAGE, ({ key, id }) => ({ key, id }));
      if (cursor === undefined)
        await database.transaction((transaction) =>
          recordActivity(transaction, staff, {
            action: 'claim.exported',
            subject: { kind: 'claim', id: 'list' },
            after: exportDetails({ ...filters, ...(ids === undefined ? {} : { ids }) }),
          }),
        );
      return ok({ csv: claimCsv(page.map(viewRow), after.value === null), rows: page.length, nextCursor });
    },
    claim: ({ id }, { staff }) => view(id, staff),
    claimPhoto: async ({ id, photo }, { staff }) => {
      const found = await readPhotoOf(database, id, photo, staff.markets);
      return found ? ok({ content: found.bytes.toString('base64') }) : fail('not_found');
    },
    decideClaim: async (input, { staff }) => {
      if (input.outcome === 'credit') {
        const found = await findOrderOfClaim(database, input.id, staff.markets);
        if (!found) return fail('not_found');
        await requirePermission(database, staff, 'credit.write', found.market);
      }
      const decided = await decideClaim(deps, staff, input);
      if (!decided.ok) return decided;
      const claim = await view(input.id, staff);
      return claim.ok ? ok({ ...claim.value, refund: decided.value.refund }) : claim;
    },
  };
}

/** Binds the office's calls about claims. */
export const claimOfficeEndpoints = (deps: OrderDeps): OfficeEndpoint[] => officeHandlers(claimOfficeContract, claimHandlers(deps));
