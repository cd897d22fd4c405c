/** Handlers of the office's calls about draft orders. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import { Failure, fail, ok, type Success } from '#lib/result.ts';
import { draftOrderOfficeContract } from '../office-contract.ts';
import { addToOrder } from './add-to-order.ts';
import {
  addDraftWine,
  cancelDraftOrder,
  changeDraftCoupon,
  createDraftOrder,
  duplicateOrder,
  reopenDraft,
  restoreDraft,
  setDraftCredit,
  setDraftQuantity,
} from './change-draft.ts';
import type { DraftDeps } from './draft-deps.ts';
import { findDraftWines, listDraftPage } from './draft-list.ts';
import { findDraft } from './draft-order.repository.ts';
import { viewDraft } from './draft-view.ts';
import { payDraftByCard, sendDraftLink } from './pay-draft.ts';
import { saveDraftDelivery } from './save-draft-delivery.ts';

function draftOrderHandlers(deps: DraftDeps): OfficeHandlers<typeof draftOrderOfficeContract> {
  const { database } = deps;

  const shown = async (id: string, { markets }: StaffActor) => {
    const draft = await findDraft(database, id, markets);
    return draft ? ok(await viewDraft(deps, draft)) : fail('not_found');
  };
  /** Returns the draft after a change, or why it was not changed. */
  const after = async <F extends Failure>(id: string, staff: StaffActor, changed: Promise<Success<unknown> | F>) => {
    const result = await changed;
    return result instanceof Failure ? result : shown(id, staff);
  };
  /** Returns a draft that was begun. */
  const begun = async <F extends Failure>(staff: StaffActor, created: Promise<Success<string> | F>) => {
    const result = await created;
    return result instanceof Failure ? result : shown(result.value, staff);
  };

  return {
    draftOrders: (input, { staff }) => listDraftPage(database, staff, input),
    draftOrder: ({ id }, { staff }) => shown(id, staff),
    findDraftWines: async ({ market, q }, { staff }) => {
      await deps.followWines();
      return ok({ rows: await findDraftWines(database, staff, market, q) });
    },
    draftDeliveryDays: async ({ id, postcode }, { staff }) => {
      const draft = await findDraft(database, id, staff.markets);
      if (!draft) return fail('not_found');
      const offer = await deps.checkout.deliveryDays.offer(draft.market, postcode);
      return ok({ offer: offer && { ...offer, days: [...offer.days] } });
    },
    createDraftOrder: (input, { staff }) => begun(staff, createDraftOrder(deps, staff, input)),
    duplicateOrder: ({ orderId }, context) => begun(context.staff, duplicateOrder(deps, context.staff, context, orderId)),
    addToOrder: ({ orderId }, { staff }) => begun(staff, addToOrder(deps, staff, orderId)),
    addDraftWine: (input, context) => after(input.id, context.staff, addDraftWine(deps, context.staff, context, input)),
    setDraftQuantity: (input, context) => after(input.id, context.staff, setDraftQuantity(deps, context.staff, context, input)),
    addDraftCoupon: (input, context) =>
      after(input.id, context.staff, changeDraftCoupon(deps, context.staff, context, { ...input, isAdded: true })),
    removeDraftCoupon: (input, context) =>
      after(input.id, context.staff, changeDraftCoupon(deps, context.staff, context, { ...input, isAdded: false })),
    saveDraftDelivery: ({ id, version, ...fields }, { staff }) => after(id, staff, saveDraftDelivery(deps, staff, { id, version }, fields)),
    setDraftCredit: ({ uses, ...seen }, { staff }) => after(seen.id, staff, setDraftCredit(deps, staff, seen, uses)),
    sendDraftLink: (seen, { staff }) => after(seen.id, staff, sendDraftLink(deps, staff, seen)),
    reopenDraft: (seen, { staff }) => after(seen.id, staff, reopenDraft(deps, staff, seen)),
    payDraftByCard: (payment, { staff }) => after(payment.id, staff, payDraftByCard(deps, staff, payment)),
    cancelDraft: (seen, { staff }) => after(seen.id, staff, cancelDraftOrder(deps, staff, seen)),
    restoreDraft: (seen, { staff }) => after(seen.id, staff, restoreDraft(deps, staff, seen)),
  };
}

/** Binds the office's calls about draft orders. */
export const draftOrderOfficeEndpoints = (deps: DraftDeps): OfficeEndpoint[] =>
  officeHandlers(draftOrderOfficeContract, draftOrderHandlers(deps));
