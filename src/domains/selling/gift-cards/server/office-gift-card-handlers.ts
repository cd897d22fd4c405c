/** Handlers of the office's gift card calls. They run the same use cases as the command line. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { requirePermission } from '#domains/staff/server/authenticate.ts';
import { exportDetails } from '#domains/staff/server/export-details.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers, staffKeyOf } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { createPdf } from '#lib/server/documents/create-pdf.ts';
import type { Market } from '#markets/market.ts';
import { formatCode } from '../model/code.ts';
import { buildGiftCardDocument } from '../model/gift-card-document.ts';
import { giftCardOfficeContract } from '../office-contract.ts';
import { issueCard, restoreCard, sendCard, voidCard } from './change-gift-card.ts';
import { type CardResult, changeGiftCards, restoreGiftCards } from './change-gift-cards.ts';
import { readCards, readCode, readOfficeGiftCard } from './office-gift-card.repository.ts';
import { viewGiftCard } from './office-gift-card-view.ts';
import { exportGiftCardPage, listGiftCardPage, readLiability } from './office-gift-cards.ts';

/** What the email with a gift card says in a market: name of the shop, and texts with placeholders. */
export type ReadGiftCardTexts = (market: Market) => { readonly shopName: string; readonly texts: Record<string, string> };

const viewResult = ({ cents, ...result }: CardResult) => ({ ...result, amount: toDecimal(cents) });

interface GiftCardOfficeOptions {
  readonly readTexts: ReadGiftCardTexts;
  /** Returns the origin of a site where cards of a market can be used, null if it has none. */
  readonly originOf: (officeOrigin: string, market: Market) => string | null;
}

function giftCardHandlers(
  database: Database,
  { readTexts, originOf }: GiftCardOfficeOptions,
): OfficeHandlers<typeof giftCardOfficeContract> {
  /** Returns the card after a change. */
  const shown = async (id: string, staff: Pick<StaffActor, 'markets'>) => {
    const card = await viewGiftCard(database, id, staff);
    return card ? ok(card) : fail('not_found');
  };

  return {
    giftCards: (input, { staff }) => listGiftCardPage(database, staff, input),
    giftCardLiability: (_input, { staff }) => readLiability(database, staff),
    giftCard: ({ id }, { staff }) => shown(id, staff),
    giftCardEmailTexts: async ({ market }, { staff }) => (staff.markets.includes(market) ? ok(readTexts(market)) : fail('not_found')),
    issueGiftCard: async ({ market, amountCents, reason, ...details }, context) => {
      const { staff } = context;
      if (!staff.markets.includes(market)) return fail('not_found');
      // Someone has to be able to read the code of a card that is not emailed.
      if (details.recipientEmail === '') await requirePermission(database, staff, 'credit.reveal', market);
      const issued = await issueCard(database, staff, { market, cents: amountCents, details, reason, key: staffKeyOf(context) });
      if (!issued.ok) return issued;
      return shown(issued.value.card.id, staff);
    },
    sendGiftCard: async (input, { staff }) => {
      const sent = await sendCard(database, staff, { ...input, markets: staff.markets });
      return sent.ok ? shown(input.id, staff) : sent;
    },
    voidGiftCard: async (input, context) => {
      const { staff } = context;
      const voided = await voidCard(database, staff, { ...input, markets: staff.markets, key: staffKeyOf(context) });
      return voided.ok ? shown(input.id, staff) : voided;
    },
    restoreGiftCard: async (input, { staff }) => {
      const restored = await restoreCard(database, staff, { ...input, markets: staff.markets });
      return restored.ok ? shown(input.id, staff) : restored;
    },
    changeGiftCards: async ({ reason = '', ...input }, context) => {
      const { staff } = context;
      if (input.action === 'void' && reason === '') return fail('reason_missing');
      const changed = await changeGiftCards(database, staff, { ...input, reason, markets: staff.markets, key: staffKeyOf(context) });
      if (!changed.ok) return changed;
      const ids = changed.value.map(({ id }) => id);
      const versions = new Map((await readCards(database, ids, staff.markets)).map(({ id, version }) => [id, version]));
      return ok({ results: changed.value.map((result) => ({ ...viewResult(result), version: versions.get(result.id) ?? 0 })) });
    },
    restoreGiftCards: async ({ cards }, { staff }) => {
      const restored = await restoreGiftCards(database, staff, { cards, markets: staff.markets });
      return restored.ok ? ok({ results: restored.value.map(viewResult) }) : restored;
    },
    revealGiftCard: ({ id }, { staff }) =>
      database.transaction(async (transaction) => {
        const card = await readCode(transaction, id, staff.markets);
        if (!card) return fail('not_found');
        await recordActivity(transaction, staff, {
          action: 'gift_card.revealed',
          subject: { kind: 'gift_card', id },
          market: card.market,
        });
        return ok({ code: formatCode(card.code) });
      }),
    printGiftCard: async ({ id }, { staff, origin }) => {
      const card = await database.transaction(async (transaction) => {
        const found = await readOfficeGiftCard(transaction, id, staff.markets);
        const kept = await readCode(transaction, id, staff.markets);
        if (!found || !kept) return fail('not_found');
        const cents = found.balanceCents - found.holdCents;
        if (cents <= 0) return fail('nothing_to_print');
        await recordActivity(transaction, staff, {
          action: 'gift_card.printed',
          subject: { kind: 'gift_card', id },
          market: found.market,
        });
        return ok({ ...found, code: kept.code, cents });
      });
      if (!card.ok) return card;
      const { market, code } = card.value;
      const { shopName } = readTexts(market);
      const site = originOf(origin, market);
      const host = site === null ? null : new URL(site).host;
      const pdf = await createPdf(buildGiftCardDocument(card.value, { shopName, host }, new Date()));
      return ok({ fileName: `gift-card-${code.slice(-4).toLowerCase()}.pdf`, content: Buffer.from(pdf).toString('base64') });
    },
    exportGiftCards: async (input, { staff }) => {
      const page = await exportGiftCardPage(database, staff, input);
      if (page.ok && input.cursor === undefined)
        await database.transaction((transaction) =>
          recordActivity(transaction, staff, {
            action: 'gift_card.exported',
            subject: { kind: 'gift_card', id: 'list' },
            after: exportDetails(input),
          }),
        );
      return page;
    },
  };
}

/** Binds the office's gift card calls. */
export const giftCardOfficeEndpoints = (database: Database, options: GiftCardOfficeOptions): OfficeEndpoint[] =>
  officeHandlers(giftCardOfficeContract, giftCardHandlers(database, options));
