/** Handlers of the office's order calls. They run the same use cases as the command line. */
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { requirePermission } from '#domains/staff/server/authenticate.ts';
import { exportDetails } from '#domains/staff/server/export-details.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers, staffKeyOf } from '#domains/staff/server/office-handlers.ts';
import { toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { createPdf } from '#lib/server/documents/create-pdf.ts';
import { OrderActionError } from '../model/line-fulfilment.ts';
import { orderOfficeContract } from '../office-contract.ts';
import { sendOrdersContract } from '../send-orders-contract.ts';
import { cancelOrder } from './cancel-order.ts';
import { changeOrders } from './change-orders.ts';
import { sendOrders } from './labels/send-orders.ts';
import { isStepUpRefund } from './observe-order.ts';
import { findPlaced, insertNote, usedTags } from './office-order.repository.ts';
import { createOrderActions, withinLimit } from './office-order-actions.ts';
import type { TaxPercentAt } from './office-order-view.ts';
import { exportOrderPage, listOrderPage } from './office-orders.ts';
import { lockPlaced, type OrderDeps, setOrderStatus } from './order-deps.ts';
import { type OrderDocumentOptions, readOrderDocument } from './order-documents.ts';
import { planRefundByHand, refundOrder } from './refund-order.ts';
import { resendOrderMail } from './resend-order-mail.ts';
import { restoreOrder, restoreOrders } from './restore-orders.ts';
import { shipOrder } from './ship-order.ts';
import { tagOrder } from './tag-order.ts';

const MAX_TAGS = 50;

export interface OrderOfficeOptions extends OrderDocumentOptions {
  readonly taxPercentAt: TaxPercentAt;
}

function orderOfficeHandlers(
  deps: OrderDeps,
  { taxPercentAt, ...documents }: OrderOfficeOptions,
): OfficeHandlers<typeof orderOfficeContract> {
  const { database } = deps;

  const { isVisible, shown, act, actRefunding } = createOrderActions(deps, taxPercentAt);

  return {
    orders: (input, { staff }) => listOrderPage(database, staff, input),
    order: ({ id }, { staff }) => shown(id, staff),
    orderDocument: async ({ kind, ids }, { staff }) => {
      const visible = new Set((await findPlaced(database, ids, staff.markets)).map(({ id }) => id));
      // In the order of the selection. Orders of other markets do not exist for the person.
      const shownIds = [...new Set(ids)].filter((id) => visible.has(id));
      if (shownIds.length === 0) return fail('not_found');
      const named = await readOrderDocument(database, kind, shownIds, documents, new Date());
      if (!named) return fail('nothing_to_print');
      const pdf = await createPdf(named.document);
      return ok({ fileName: named.fileName, content: Buffer.from(pdf).toString('base64'), omitted: [...named.omitted] });
    },
    orderTags: async (_input, { staff }) => ok({ tags: await usedTags(database, staff.markets, MAX_TAGS) }),
    shipOrder: ({ lines, labels, carrier, trackingNumber, trackingUrl, ...input }, context) =>
      act(context, input, (observed, actor) =>
        shipOrder(observed, input.id, { key: staffKeyOf(context), lines, labels, carrier, trackingNumber, trackingUrl, actor }),
      ),
    previewRefund: async ({ id, ...input }, { staff }) => {
      if (!(await isVisible(id, staff))) return fail('not_found');
      try {
        return await database.transaction(async (transaction) => {
          const order = await lockPlaced(transaction, id);
          const { plan, gatewayCents } = await planRefundByHand(transaction, order, input);
          const limit = staff.limitOf('orders.refund', order.market);
          return ok({
            amount: toDecimal(plan.amountCents),
            toCard: toDecimal(gatewayCents),
            shipping: toDecimal(plan.shippingCents),
            withdrawn: plan.lines.reduce((sum, { withdrawn }) => sum + withdrawn, 0),
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
    refundOrder: ({ id, version, reason, knowsGiven, ...input }, context) =>
      withinLimit(async () => {
        let refund: 'intended' | 'done' = 'done';
        const refunded = await act(context, { id, version }, async (observed, actor) => {
          const { state, failure } = await refundOrder(observed, id, { key: staffKeyOf(context), input, reason, actor, knowsGiven });
          if (state === 'refused') throw new OrderActionError(refusedRefund(failure));
          refund = state;
        });
        return refunded.ok ? ok({ ...refunded.value, refund }) : refunded;
      }),
    cancelOrder: ({ reason, knowsGiven, ...input }, context) =>
      actRefunding(context, input, (observed, actor) => cancelOrder(observed, input.id, { reason, actor, knowsGiven })),
    markOrder: async ({ status, ...input }, context) => {
      let event = 0;
      const marked = await act(context, input, async (observed, actor) => {
        event = await setOrderStatus(observed, input.id, status, actor);
      });
      return marked.ok ? ok({ ...marked.value, event }) : marked;
    },
    unmarkOrder: async ({ id, event }, { staff }) => {
      if (!(await isVisible(id, staff))) return fail('not_found');
      const reason = await restoreOrder(deps, staff, { id, event, entry: null });
      return reason === '' ? shown(id, staff) : fail('action_refused', { reason });
    },
    addOrderNote: async ({ id, text }, { staff }) => {
      const [order] = await findPlaced(database, [id], staff.markets);
      if (!order) return fail('not_found');
      await database.transaction(async (transaction) => {
        await insertNote(transaction, id, staff.id, staff.name, text);
        await recordActivity(transaction, staff, { action: 'order.noted', subject: { kind: 'order', id }, market: order.market });
      });
      return shown(id, staff);
    },
    tagOrder: async ({ id, add, remove }, { staff }) => {
      if (!(await isVisible(id, staff))) return fail('not_found');
      const entry = await database.transaction(async (transaction) =>
        tagOrder(transaction, staff, await lockPlaced(transaction, id), { add, remove }),
      );
      const order = await shown(id, staff);
      return order.ok ? ok({ ...order.value, undo: entry === null ? null : { event: null, entry } }) : order;
    },
    resendOrderMail: async ({ id, ...mail }, { staff }) => {
      if (!(await isVisible(id, staff))) return fail('not_found');
      try {
        await resendOrderMail(deps, staff, id, mail);
      } catch (error) {
        if (error instanceof OrderActionError) return fail('action_refused', { reason: error.message });
        throw error;
      }
      return shown(id, staff);
    },
    changeOrders: async (input, { staff }) => {
      if (input.status !== undefined) await requirePermission(database, staff, 'orders.ship', 'any market');
      return ok({ results: await changeOrders(deps, staff, input) });
    },
    restoreOrders: async ({ changes }, { staff }) => {
      if (changes.some(({ event }) => event !== null)) await requirePermission(database, staff, 'orders.ship', 'any market');
      return ok({ results: await restoreOrders(deps, staff, changes) });
    },
    exportOrders: async (input, { staff }) => {
      const page = await exportOrderPage(database, staff, input);
      if (page.ok && input.cursor === undefined)
        await database.transaction((transaction) =>
          recordActivity(transaction, staff, {
            action: 'order.exported',
            subject: { kind: 'order', id: 'list' },
            after: exportDetails(input),
          }),
        );
      return page;
    },
  };
}

/** The sentence for a refund that the gateway refused. */
const refusedRefund = (failure: string | null): string =>
  `The gateway refused the refund: ${(failure ?? 'no reason given').replace(/\.$/, '')}. Nothing was returned to the card.`;

const sendHandlers = (deps: OrderDeps): OfficeHandlers<typeof sendOrdersContract> => ({
  sendOrders: async (input, context) => ok({ results: await sendOrders(deps, context.staff, { ...input, key: staffKeyOf(context) }) }),
});

/** Binds the office's order calls. */
export const orderOfficeEndpoints = (deps: OrderDeps, options: OrderOfficeOptions): OfficeEndpoint[] => [
  ...officeHandlers(orderOfficeContract, orderOfficeHandlers(deps, options)),
  ...officeHandlers(sendOrdersContract, sendHandlers(deps)),
];
