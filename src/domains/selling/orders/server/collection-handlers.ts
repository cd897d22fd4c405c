/** Handlers of the office's calls about orders that are collected. */
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import { fail } from '#lib/result.ts';
import { collectionOfficeContract } from '../collection-office-contract.ts';
import { handOver, makeReady } from './collect-order.ts';
import { observeOrder } from './observe-order.ts';
import { createOrderActions, refusalOf } from './office-order-actions.ts';
import type { TaxPercentAt } from './office-order-view.ts';
import type { OrderDeps } from './order-deps.ts';

function collectionHandlers(deps: OrderDeps, taxPercentAt: TaxPercentAt): OfficeHandlers<typeof collectionOfficeContract> {
  const { isVisible, shown, act } = createOrderActions(deps, taxPercentAt);
  return {
    makeReady: (input, context) => act(context, input, (observed, actor) => makeReady(observed, input.id, actor)),
    handOver: async ({ id, version, ...check }, { staff }) => {
      if (!(await isVisible(id, staff))) return fail('not_found');
      try {
        const handed = await handOver({ ...deps, observer: observeOrder(staff, version) }, id, check, staff.name);
        return handed.ok ? shown(id, staff) : handed;
      } catch (error) {
        return refusalOf(error);
      }
    },
  };
}

/** Binds the office's calls about orders that are collected. */
export const collectionOfficeEndpoints = (deps: OrderDeps, taxPercentAt: TaxPercentAt): OfficeEndpoint[] =>
  officeHandlers(collectionOfficeContract, collectionHandlers(deps, taxPercentAt));
