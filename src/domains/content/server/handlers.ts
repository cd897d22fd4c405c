/** Handlers of the content endpoints. The token alone decides who may see a page. */
import type { AudienceShopper } from '#domains/catalogue/model/audience.ts';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { fail, ok } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import type { contentContract } from '../contract.ts';
import { readEntry, senderOf } from '../model/form-entry.ts';
import { offerIdsOf } from '../model/offer-ids.ts';
import { inListOrder, summaryOf } from '../model/page-summaries.ts';
import { formOf, viewOf, withoutHidden } from '../model/page-view.ts';
import type { PageViewer } from '../model/publication.ts';
import type { PageRecord } from '../model/record.ts';
import type { FormEntries } from './form-entries.ts';
import type { PageStore } from './page-store.ts';

export interface ContentServices {
  readonly pages: PageStore;
  readonly auth: Authentication;
  readonly entries: FormEntries;
  /** Reads the offers that `knows` is asked for, if the search index is still being built. */
  readonly load: (offerIds: readonly string[]) => Promise<void>;
  /** Returns true if the shopper is eligible for the offer now. */
  readonly knows: (market: Market, shopper: AudienceShopper, offerId: string) => boolean;
  /** Returns true if the proof unlocks a page behind a paywall. */
  readonly isOpenedBy: (page: PageRecord, unlockToken: string) => Promise<boolean>;
}

export function contentHandlers({ pages, auth, entries, load, knows, isOpenedBy }: ContentServices): Handlers<typeof contentContract> {
  const getVisitor = async (context: CallContext): Promise<PageViewer> => {
    const { tier, isStaff } = await auth.shopper(context);
    return { market: context.site.market, siteKind: context.site.kind, tier, isStaff };
  };

  const createVisibilityCheck = (visitor: PageViewer) => (offerId: string) => knows(visitor.market, visitor, offerId);

  return {
    async page({ path, proof }, context) {
      const visitor = await getVisitor(context);
      const found = pages.at(path, visitor);
      if (!found) return fail('page_not_found');
      const { page } = found;
      const isOpen = page.paywall === null || (proof !== undefined && (await isOpenedBy(page, proof)));
      const whole = viewOf(page, found.changedAt, isOpen);
      await load(offerIdsOf(whole));
      const view = withoutHidden(whole, createVisibilityCheck(visitor));
      // The page of a secret offer is hidden if its offer is hidden [CAT-18].
      return page.template === 'secret-offer' && view.offerId === null ? fail('page_not_found') : ok({ data: view });
    },

    async pages({ template }, context) {
      // Secret offers are reached by link only.
      if (template === 'secret-offer') return ok({ data: [] });
      const visitor = await getVisitor(context);
      const summaries = pages.all(visitor, template).map(({ page }) => summaryOf(page));
      await load(summaries.flatMap(offerIdsOf));
      return ok({ data: inListOrder(summaries.map((summary) => withoutHidden(summary, createVisibilityCheck(visitor)))) });
    },

    async sendForm({ path, formId, values }, context) {
      const found = pages.at(path, await getVisitor(context));
      if (!found) return fail('page_not_found');
      const form = formOf(found.page, formId);
      if (!form) return fail('form_not_found');
      const { entry, errors } = readEntry(form, values);
      if (errors.length > 0) return fail('form_invalid', { reason: errors.map(({ reason }) => `${reason}.`).join(' ') });
      const { customerId } = await auth.shopper(context);
      await entries.save({
        sender: { customerId, ip: context.ip },
        key: context.idempotencyKey,
        market: context.site.market,
        pageId: found.page.id,
        form,
        entry,
        email: senderOf(form, entry),
      });
      return ok({ data: { received: true } });
    },
  };
}
