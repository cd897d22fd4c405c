/** Handlers of the office's calls about labels and manifests. */
import { labelOfficeContract } from '#domains/selling/orders/labels-contract.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers, staffKeyOf } from '#domains/staff/server/office-handlers.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { createPdf } from '#lib/server/documents/create-pdf.ts';
import type { Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { findPlaced } from '../office-order.repository.ts';
import { addToManifest, labelsOf, labelsWithoutManifest, listManifests } from './label.repository.ts';
import { isMoved, type LabelDeps } from './label-deps.ts';
import { readLabels, readManifest } from './label-documents.ts';
import { viewLabel } from './label-view.ts';
import { quoteLabels } from './quote-labels.ts';
import { cancelLabels, requestLabels, retryLabels } from './request-labels.ts';

/** Manifests that the office lists. */
const SHOWN_MANIFESTS = 10;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Ids of the labels that a manifest can take. */
interface OpenParcels {
  readonly sent: readonly string[];
  /** Nobody recorded that these left. */
  readonly unsent: readonly string[];
}

/** Reads the labels that a manifest can take. One for another delivery stays cancellable, unless its parcel was sent. */
async function readOpenParcels(db: Queryable, market: Market): Promise<OpenParcels> {
  const labels = (await labelsWithoutManifest(db, market)).filter((label) => label.shipmentId !== null || !isMoved(label));
  const idsOf = (isSent: boolean): string[] => labels.filter((label) => label.isSent === isSent).map(({ id }) => id);
  return { sent: idsOf(true), unsent: idsOf(false) };
}

function labelHandlers(deps: LabelDeps): OfficeHandlers<typeof labelOfficeContract> {
  const { database, documentShopOf } = deps;
  return {
    buyLabels: async ({ orders, isPreview }, context) =>
      ok({ results: await requestLabels(deps, context.staff, orders, { key: staffKeyOf(context), isPreview }) }),
    labelQuotes: async ({ id, parcels }, { staff }) => {
      const [visible] = await findPlaced(database, [id], staff.markets);
      const quotes = visible ? await quoteLabels(deps, visible.id, parcels) : null;
      return quotes ? ok(quotes) : fail('not_found');
    },
    labels: async ({ orders }, { staff }) => {
      const visible = await findPlaced(database, orders, staff.markets);
      const labels = await labelsOf(
        database,
        visible.map(({ id }) => id),
      );
      return ok({ rows: labels.map(viewLabel) });
    },
    labelDocument: async ({ orders }, { staff }) => {
      const visible = new Set((await findPlaced(database, orders, staff.markets)).map(({ id }) => id));
      const shown = [...new Set(orders)].filter((id) => visible.has(id));
      if (shown.length === 0) return fail('not_found');
      const named = await readLabels(database, shown, documentShopOf, new Date());
      if (!named) return fail('no_labels');
      return ok({ fileName: named.fileName, content: base64(named.content), omitted: named.omitted });
    },
    cancelLabels: async ({ ids }, { staff }) => ok({ results: await cancelLabels(deps, staff, ids) }),
    retryLabels: async ({ ids }, { staff }) => ok({ results: await retryLabels(deps, staff, ids) }),
    manifests: async ({ market }, { staff }) => {
      if (!staff.markets.includes(market)) return fail('not_found');
      const open = await readOpenParcels(database, market);
      return ok({ open: open.sent.length, unsent: open.unsent.length, days: await listManifests(database, market, SHOWN_MANIFESTS) });
    },
    addToManifest: async ({ market, includeUnsent }, { staff }) => {
      if (!staff.markets.includes(market)) return fail('not_found');
      const day = todayIn(market, new Date());
      return database.transaction(async (transaction) => {
        const { sent, unsent } = await readOpenParcels(transaction, market);
        const parcels = await addToManifest(transaction, includeUnsent ? [...sent, ...unsent] : sent, day);
        if (parcels === 0) return fail('no_parcels');
        await recordActivity(transaction, staff, {
          action: 'order.manifest_made',
          subject: { kind: 'order', id: 'list' },
          market,
          after: { day, parcels },
        });
        return ok({ day, parcels });
      });
    },
    manifestDocument: async ({ market, day }, { staff }) => {
      if (!staff.markets.includes(market)) return fail('not_found');
      const named = await readManifest(database, market, day, documentShopOf, new Date());
      if (!named) return fail('no_parcels');
      return ok({ fileName: named.fileName, content: base64(await createPdf(named.document)) });
    },
  };
}

/** Binds the office's calls about labels. */
export const labelOfficeEndpoints = (deps: LabelDeps): OfficeEndpoint[] => officeHandlers(labelOfficeContract, labelHandlers(deps));
