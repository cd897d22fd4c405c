/** Handlers of the office's calls that change the delivery of an order. */
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import { toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { deliveryOfficeContract } from '../delivery-office-contract.ts';
import { OrderActionError } from '../model/line-fulfilment.ts';
import { changeDelivery, type DeliveryDeps, readDeliveryCharge, restoreDelivery } from './change-delivery.ts';
import { observeOrder } from './observe-order.ts';
import { findPlaced } from './office-order.repository.ts';
import { createOrderActions, refusalOf, withinLimit } from './office-order-actions.ts';
import type { TaxPercentAt } from './office-order-view.ts';
import { lockPlaced } from './order-deps.ts';

function deliveryOfficeHandlers(deps: DeliveryDeps, taxPercentAt: TaxPercentAt): OfficeHandlers<typeof deliveryOfficeContract> {
  const { database } = deps;
  const { isVisible, shown } = createOrderActions(deps, taxPercentAt);

  return {
    deliveryCharge: async ({ id, ...to }, { staff }) => {
      if (!(await isVisible(id, staff))) return fail('not_found');
      return database.transaction(async (transaction) => {
        const charge = await readDeliveryCharge(transaction, deps, await lockPlaced(transaction, id), to);
        return ok({ difference: toDecimal(charge.differenceCents), refundable: toDecimal(charge.refundableCents) });
      });
    },
    deliveryDays: async ({ id, postcode }, { staff }) => {
      const [order] = await findPlaced(database, [id], staff.markets);
      if (!order) return fail('not_found');
      const offer = await deps.deliveryDays.offer(order.market, postcode);
      return ok({ offer: offer && { ...offer, days: [...offer.days] } });
    },
    changeDelivery: ({ id, version, refundsDifference, shopPays, ...fields }, { staff }) =>
      withinLimit(async () => {
        if (!(await isVisible(id, staff))) return fail('not_found');
        try {
          const observed = { ...deps, observer: observeOrder(staff, version) };
          const changed = await changeDelivery(observed, staff, id, { fields, refundsDifference, shopPays });
          if (!changed.ok) return changed;
          const order = await shown(id, staff);
          return order.ok ? ok({ ...order.value, ...changed.value }) : order;
        } catch (error) {
          return refusalOf(error);
        }
      }),
    restoreDelivery: async ({ id, event }, { staff }) => {
      if (!(await isVisible(id, staff))) return fail('not_found');
      try {
        await restoreDelivery(deps, staff, id, event);
      } catch (error) {
        if (error instanceof OrderActionError) return fail('action_refused', { reason: error.message });
        throw error;
      }
      return shown(id, staff);
    },
  };
}

/** Binds the office's calls about the delivery of orders. */
export const deliveryOfficeEndpoints = (deps: DeliveryDeps, taxPercentAt: TaxPercentAt): OfficeEndpoint[] =>
  officeHandlers(deliveryOfficeContract, deliveryOfficeHandlers(deps, taxPercentAt));
