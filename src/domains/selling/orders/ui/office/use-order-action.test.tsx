// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { closeToast, officeToasts } from '#ui/office/office-toasts.ts';
import { useOrderAction } from './use-order-action.ts';

const revalidate = vi.hoisted(() => vi.fn(async () => {}));
vi.mock('react-router', () => ({ useRevalidator: () => ({ revalidate }) }));
vi.mock('./order-calls.ts', () => ({ orderCalls: {} }));

beforeEach(() => {
  revalidate.mockClear();
  for (const { id } of officeToasts.current()) closeToast(id);
});

// The hook reads no more of an order.
const order = { order: { id: 'one' }, version: 3 } as OfficeOrder;
const onDone = vi.fn();

test('reads the order again after a refusal, because something may have been written', async () => {
  const { result } = renderHook(() => useOrderAction(order));
  const refused = { ok: false, status: 409, code: 'action_refused', title: 'The gateway refused the refund.', details: {} } as const;

  await act(async () => result.current.run({ send: async () => refused, done: 'Done.', onDone }));

  expect(result.current.error).toBe('The gateway refused the refund.');
  expect(revalidate).toHaveBeenCalledOnce();
});

test.each([
  [true, 'stays until it is closed'],
  [false, 'goes'],
])('says what was done; the message of an incomplete change (%s) %s', async (isIncomplete) => {
  const { result } = renderHook(() => useOrderAction(order));

  await act(async () =>
    result.current.run({ send: async () => ({ ok: true, value: order }), done: 'Cancelled.', isIncomplete: () => isIncomplete, onDone }),
  );

  expect(officeToasts.current()).toMatchObject([{ text: 'Cancelled.', isBad: isIncomplete }]);
});
