/** Handlers of the office's calls that change the items of an order. */
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers, staffKeyOf } from '#domains/staff/server/office-handlers.ts';
import { toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { linesOfficeContract } from '../lines-office-contract.ts';
import { OrderActionError } from '../model/line-fulfilment.ts';
import { changeLines, planLineChange } from './change-lines.ts';
import { readRefundableBalance } from './fulfilment.repository.ts';
import { isStepUpRefund } from './observe-order.ts';
import { createOrderActions, withinLimit } from './office-order-actions.ts';
import type { TaxPercentAt } from './office-order-view.ts';
import { lockPlaced, type OrderDeps } from './order-deps.ts';

function lineOfficeHandlers(deps: OrderDeps, taxPercentAt: TaxPercentAt): OfficeHandlers<typeof linesOfficeContract> {
  const { database } = deps;
  const { isVisible, actRefunding } = createOrderActions(deps, taxPercentAt);

  return {
    previewLines: async ({ id, lines }, { staff }) => {
      if (!(await isVisible(id, staff))) return fail('not_found');
      try {
        return await database.transaction(async (transaction) => {
          const order = await lockPlaced(transaction, id);
          const { plan, gatewayCents } = await planLineChange(transaction, order, lines);
          const { paidCents, refundedCents } = await readRefundableBalance(transaction, id);
          const limit = staff.limitOf('orders.refund', order.market);
          return ok({
            amount: toDecimal(plan.amountCents),
            toCard: toDecimal(gatewayCents),
            left: toDecimal(paidCents - refundedCents - plan.amountCents),
            restocked: plan.lines.reduce((sum, { restocked }) => sum + restocked, 0),
            needsStepUp: isStepUpRefund(plan.amountCents),
            isOverLimit: limit !== null && plan.amountCents > limit,
            limit: limit === null ? null : toDecimal(limit),
          });
        });
      } catch (error) {
        if (error instanceof OrderActionError) return fail('action_refused', { reason: error.message });
        throw error;
      }
    },
    changeLines: ({ id, version, lines, reason, knowsGiven }, context) =>
      withinLimit(() =>
        actRefunding(context, { id, version }, (observed, actor) =>
          changeLines(observed, id, { key: staffKeyOf(context), lines, reason, actor, knowsGiven }),
        ),
      ),
  };
}

/** Binds the office's calls about the items of orders. */
export const lineOfficeEndpoints = (deps: OrderDeps, taxPercentAt: TaxPercentAt): OfficeEndpoint[] =>
  officeHandlers(linesOfficeContract, lineOfficeHandlers(deps, taxPercentAt));
