/** Handlers of the access contract: previews and unlocking paywalls. */

import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { isOnSale, isTierEligible, isVisible } from '#domains/catalogue/model/audience.ts';
import type { OfferReader } from '#domains/catalogue/server/offer.repository.ts';
import { viewOf } from '#domains/content/model/page-view.ts';
import { isPublished } from '#domains/content/model/publication.ts';
import type { PageStore } from '#domains/content/server/page-store.ts';
import { previewedPage } from '#domains/content/server/previewed-page.ts';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { keyScope } from '#lib/db/idempotency.ts';
import type { Database } from '#lib/db/pool.ts';
import { isEmail } from '#lib/email.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { fail, ok } from '#lib/result.ts';
import type { accessContract } from '../contract.ts';
import { PAYWALL_MESSAGES } from '../messages.ts';
import { PREVIEW_SECONDS, type PreviewCode, type PreviewRead, readPreviewCode } from '../model/preview-code.ts';
import { isPassword, proofOf } from './paywall.ts';
import { isSignedPreview, type PreviewKind, type SignedPreview } from './preview-signature.ts';
import { recordUnlock } from './unlock.repository.ts';

export interface AccessParts {
  readonly database: Database;
  readonly auth: Authentication;
  readonly offers: OfferReader;
  readonly pages: PageStore;
  /** Domain of staff addresses, without the @ [ACCESS-5]. */
  readonly staffDomain: string;
  readonly previewSecret: () => Promise<string>;
  readonly proofSecret: () => Promise<string>;
}

const eyesOf = ({ tier }: PreviewCode) => ({ tier, isStaff: false });
const endOf = ({ timestamp }: PreviewCode): string => new Date((timestamp + PREVIEW_SECONDS) * 1_000).toISOString();

/** Replaces the stock status of an offer. */
const withStatus = (offer: OfferDetail, { stockStatus }: PreviewCode): OfferDetail =>
  stockStatus === null ? offer : { ...offer, inventoryStatus: stockStatus, casesLeft: stockStatus === 'SOLD_OUT' ? null : offer.casesLeft };

export function accessHandlers(parts: AccessParts): Handlers<typeof accessContract> {
  const { database, auth, offers, pages, staffDomain, previewSecret, proofSecret } = parts;
  const read = async (kind: PreviewKind, preview: SignedPreview): Promise<PreviewRead> =>
    readPreviewCode(preview.code, { isSigned: isSignedPreview(await previewSecret(), kind, preview), staffDomain, now: Date.now() });

  return {
    async previewOffer(preview, { site: { market } }) {
      const checked = await read('offer', preview);
      if (!checked.ok) return fail(checked.error);
      const found = await offers.forPreview(market, checked.code.id);
      if (!found) return fail('preview_missing');
      const { record } = found;
      return ok({
        offer: withStatus(found.offer, checked.code),
        preview: {
          tier: checked.code.tier,
          isVisible: isVisible(record, market, eyesOf(checked.code)),
          isOut: isOnSale(record, Date.now()),
          startsAt: record.startsAt,
          endsAt: record.endsAt,
          expiresAt: endOf(checked.code),
        },
      });
    },

    async previewPage(preview, { site: { market, kind } }) {
      const checked = await read('page', preview);
      if (!checked.ok) return fail(checked.error);
      const found = await previewedPage(database, pages, checked.code.id);
      if (!found?.page.markets.includes(market) || !found.page.shops.includes(kind)) return fail('preview_missing');
      const { page } = found;
      return ok({
        data: viewOf(page, found.changedAt, true),
        preview: {
          tier: checked.code.tier,
          isVisible: isTierEligible(page.tiersEligible, eyesOf(checked.code)),
          isOut: isPublished(page, Date.now()),
          startsAt: page.publishAt,
          endsAt: page.endAt,
          expiresAt: endOf(checked.code),
        },
      });
    },

    async unlockPaywall({ email: rawEmail, password, path }, context) {
      const { customerId, tier, isStaff } = await auth.shopper(context);
      const email = rawEmail.trim();
      if (!isEmail(email)) return fail('email_invalid');
      if (password.trim() === '') return fail('password_missing');
      const opened = pages
        .all({ market: context.site.market, siteKind: context.site.kind, tier, isStaff })
        .filter(({ page }) => (path === undefined || page.path === path) && isPassword(page, password))
        .map(({ page }) => page);
      if (opened.length === 0) return fail('password_wrong');
      const scope = keyScope('unlock-paywall', customerId, context.ip);
      const input = { email, pageIds: opened.map(({ id }) => id) };
      const status = await recordUnlock(database, { scope, key: context.idempotencyKey, input });
      const secret = await proofSecret();
      return ok({
        status,
        message: PAYWALL_MESSAGES[status],
        pages: opened.map((page) => ({ path: page.path, proof: proofOf(secret, page) })),
      });
    },
  };
}
