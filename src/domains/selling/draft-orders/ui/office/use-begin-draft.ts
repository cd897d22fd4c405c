/** Begins a draft from an order, and opens it. */
import { useNavigate } from 'react-router';
import { toastFailed } from '#ui/office/office-toasts.ts';
import { draftCalls } from './draft-calls.ts';

/** @param call `duplicateOrder` for its buyer and wines again, `addToOrder` for wines that are added to it */
export function useBeginDraft(call: 'duplicateOrder' | 'addToOrder'): (orderId: string) => Promise<void> {
  const navigate = useNavigate();
  return async (orderId) => {
    const begun = await draftCalls[call]({ orderId });
    if (begun.ok) await navigate(`/draft-orders/${begun.value.id}`);
    else toastFailed(begun.title);
  };
}
