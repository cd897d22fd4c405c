/** What the handlers of the office's order calls share: whom an order is shown to, and how use cases refuse. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { EditConflictError } from '#domains/staff/server/edit-conflict-error.ts';
import type { OfficeContext } from '#domains/staff/server/office-handlers.ts';
import { formatMoney } from '#lib/money.ts';
import { type Failure, fail, ok, type Success } from '#lib/result.ts';
import { getMarketConfig } from '#markets/market.ts';
import { OrderActionError } from '../model/line-fulfilment.ts';
import type { RefundState } from '../model/refund-state.ts';
import type { OfficeOrder } from '../office-contract.ts';
import type { Refund } from './fulfilment.repository.ts';
import { observeOrder, RefundLimitError } from './observe-order.ts';
import { findPlaced } from './office-order.repository.ts';
import { readOfficeOrder, type TaxPercentAt } from './office-order-view.ts';
import type { OrderDeps } from './order-deps.ts';

type ActionFailure =
  | Failure<'not_found', Readonly<Record<never, never>>>
  | Failure<'action_refused', { readonly reason: string }>
  | Failure<'changed_meanwhile', { readonly who: string; readonly when: string }>;

/** Converts what use cases throw. @throws everything that is no answer for a person */
export function refusalOf(error: unknown): ActionFailure {
  if (error instanceof EditConflictError) return fail('changed_meanwhile', { who: error.who, when: error.when });
  if (error instanceof OrderActionError) return fail('action_refused', { reason: error.message });
  throw error;
}

/** Runs a use case that may refund. Converts a refund above the limit of the person's role. */
export async function withinLimit<Result>(run: () => Promise<Result>): Promise<Result | Failure<'over_limit', { readonly limit: string }>> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RefundLimitError)) throw error;
    const { locale, currency } = getMarketConfig(error.market);
    return fail('over_limit', { limit: formatMoney(error.limitCents, locale, currency) });
  }
}

export function createOrderActions(deps: OrderDeps, taxPercentAt: TaxPercentAt) {
  const { database } = deps;

  const isVisible = async (id: string, { markets }: StaffActor): Promise<boolean> => (await findPlaced(database, [id], markets)).length > 0;

  /** Returns the order after a change. */
  const shown = async (
    id: string,
    staff: StaffActor,
  ): Promise<Success<OfficeOrder> | Failure<'not_found', Readonly<Record<never, never>>>> => {
    const order = await readOfficeOrder(database, id, staff, taxPercentAt);
    return order ? ok(order) : fail('not_found');
  };

  /** Runs a use case on an order that the person may see and whose version they saw. */
  const act = async (
    { staff }: OfficeContext,
    { id, version }: { readonly id: string; readonly version: number },
    run: (observed: OrderDeps, actor: string) => Promise<unknown>,
  ): Promise<Success<OfficeOrder> | ActionFailure> => {
    if (!(await isVisible(id, staff))) return fail('not_found');
    try {
      await run({ ...deps, observer: observeOrder(staff, version) }, staff.name);
    } catch (error) {
      return refusalOf(error);
    }
    return shown(id, staff);
  };

  /** Runs a use case that may refund. @returns the order with what became of the refund */
  const actRefunding = async (
    context: OfficeContext,
    seen: { readonly id: string; readonly version: number },
    run: (observed: OrderDeps, actor: string) => Promise<Refund | null>,
  ): Promise<Success<OfficeOrder & { readonly refund: RefundState }> | ActionFailure> => {
    let refund: RefundState = 'none';
    const acted = await act(context, seen, async (observed, actor) => {
      refund = (await run(observed, actor))?.state ?? 'none';
    });
    return acted.ok ? ok({ ...acted.value, refund }) : acted;
  };

  return { isVisible, shown, act, actRefunding };
}
