/** Saves how the order of a draft is handed over: delivered, on a chosen day, or collected. The rules are those of the checkout. */
import { collectionErrors, deliveryErrors, validateLocality } from '#domains/selling/checkout/model/validate-details.ts';
import { refusePostcode } from '#domains/selling/shipping/model/zones.ts';
import type { DeliveryPlan } from '#domains/selling/shipping/server/delivery-planner.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fail } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { draftRefusals as text } from '../messages/errors.ts';
import type { DraftDelivery } from '../office-contract.ts';
import { changeDraft, OPEN_STATES, type SeenDraft } from './change-draft.ts';
import type { DraftDeps } from './draft-deps.ts';
import { findDraft } from './draft-order.repository.ts';
import { refused } from './draft-refusal.ts';

/** Returns why an order cannot be handed over like this; null if it can. The day is not compared. */
function refuseDelivery({ checkout, localities, termsOf }: DraftDeps, market: Market, delivery: DraftDelivery): string | null {
  if (delivery.collectFrom) return collectionErrors(market, delivery, checkout.placesOf(market))[0]?.reason ?? null;
  const [invalid] = deliveryErrors(market, delivery, todayIn(market, new Date()));
  return invalid?.reason ?? validateLocality(market, delivery, localities[market]) ?? refusePostcode(termsOf(market), delivery.postcode);
}

/** Plans when a draft is sent, before it is locked. @returns null for a draft that is collected or that the person does not see */
async function planDraft({ database, checkout }: DraftDeps, staff: StaffActor, id: string, delivery: DraftDelivery) {
  const draft = delivery.collectFrom ? null : await findDraft(database, id, staff.markets);
  return draft && checkout.deliveryDays.plan(draft.market, delivery);
}

const refusalOf = (plan: DeliveryPlan | null): string | null => (plan?.isOffered === false ? plan.reason : null);

/** Saves the delivery of an open draft. The address of one that is collected stays, in case the buyer thinks again. */
export async function saveDraftDelivery(deps: DraftDeps, staff: StaffActor, seen: SeenDraft, delivery: DraftDelivery) {
  const plan = await planDraft(deps, staff, seen.id, delivery);
  return changeDraft(deps, staff, seen, {
    action: 'draft_order.changed',
    states: OPEN_STATES,
    run: async (_, { market, details, addsTo }) => {
      if (addsTo !== null) return refused(text.goesWith);
      const reason = refuseDelivery(deps, market, delivery) ?? refusalOf(plan);
      if (reason !== null) return fail('delivery_invalid', { reason });
      const { collectFrom = '', deliveryDay = '', holdUntil = '' } = delivery;
      const timing = collectFrom === '' ? { deliveryDay, holdUntil } : { deliveryDay: '', holdUntil: '' };
      return { details: { ...details, ...delivery, collectFrom, ...timing } };
    },
  });
}
