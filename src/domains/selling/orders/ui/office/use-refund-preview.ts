/** What a refund would do, asked of the server while the person chooses. */
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { refundFields } from '#domains/selling/orders/model/office-order-forms.ts';
import { orderCalls } from './order-calls.ts';

export type RefundChoice = z.input<typeof refundFields>;
export type RefundPreview = Extract<Awaited<ReturnType<typeof orderCalls.previewRefund>>, { ok: true }>['value'];

/** Pause after the last change before the server is asked, in ms. */
const PAUSE_MS = 150;

/** @param choice null while nothing is chosen */
export function useRefundPreview(
  id: string,
  choice: RefundChoice | null,
): { readonly preview: RefundPreview | null; readonly refusal: string | null } {
  const [answer, setAnswer] = useState<{
    readonly key: string;
    readonly preview: RefundPreview | null;
    readonly refusal: string | null;
  } | null>(null);
  const key = choice === null ? '' : JSON.stringify(choice);
  useEffect(() => {
    if (key === '') return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      const asked: RefundChoice = JSON.parse(key);
      void orderCalls.previewRefund({ id, ...asked }).then((result) => {
        if (isCurrent) setAnswer({ key, preview: result.ok ? result.value : null, refusal: result.ok ? null : result.title });
      });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, key]);
  return answer !== null && answer.key === key ? answer : { preview: null, refusal: null };
}
