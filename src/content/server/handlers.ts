/** The content calls over the pages of the process. Who may see a page is decided here, by the token alone. */
import type { Authentication } from '../../identity/server/authenticate.ts';
import { answer, refuse } from '../../platform/contract.ts';
import type { CallContext } from '../../platform/server/http/context.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { contentCalls } from '../contract.ts';
import { readEntry, senderOf } from '../form-entry.ts';
import { inListOrder, lineOf } from '../page-lines.ts';
import { formOf, viewOf } from '../page-view.ts';
import type { PageVisitor } from '../publication.ts';
import type { FormEntries } from './form-entries.ts';
import type { PageShelf } from './page-shelf.ts';

export interface ContentServices {
  readonly shelf: PageShelf;
  readonly auth: Authentication;
  readonly entries: FormEntries;
}

export function contentHandlers({ shelf, auth, entries }: ContentServices): Handlers<typeof contentCalls> {
  const visitorOf = async (context: CallContext): Promise<PageVisitor> => {
    const { tier, isStaff } = await auth.shopper(context);
    return { market: context.site.market, shop: context.site.kind, tier, isStaff };
  };

  return {
    async page({ path }, context) {
      const found = shelf.at(path, await visitorOf(context));
      return found ? answer({ data: viewOf(found.page, found.changedAt) }) : refuse('page_not_found');
    },

    async pages({ template }, context) {
      const visitor = await visitorOf(context);
      return answer({ data: inListOrder(shelf.all(visitor, template).map(({ page }) => lineOf(page))) });
    },

    async sendForm({ path, formId, values }, context) {
      const found = shelf.at(path, await visitorOf(context));
      if (!found) return refuse('page_not_found');
      const form = formOf(found.page, formId);
      if (!form) return refuse('form_not_found');
      const { entry, faults } = readEntry(form, values);
      if (faults.length > 0) return refuse('form_invalid', { reason: faults.map(({ reason }) => reason).join(' ') });
      await entries.keep({
        key: context.idempotencyKey,
        market: context.site.market,
        pageId: found.page.id,
        form,
        entry,
        email: senderOf(form, entry),
      });
      return answer({ data: { received: true } });
    },
  };
}
