/** Begins a draft whose wines are added to an order, and opens it. */
import { useNavigate } from 'react-router';
import { toastFailed } from '#ui/office/office-toasts.ts';
import { draftCalls } from './draft-calls.ts';

export function useAddToOrder(): (orderId: string) => Promise<void> {
  const navigate = useNavigate();
  return async (orderId) => {
    const begun = await draftCalls.addToOrder({ orderId });
    if (begun.ok) await navigate(`/draft-orders/${begun.value.id}`);
    else toastFailed(begun.title);
  };
}
