import { useCallback } from 'react';
import { oneClick } from '#domains/selling/checkout/ui/checkout-calls.ts';
import { PaymentReturn } from '#domains/selling/checkout/ui/PaymentReturn.tsx';
import { titleMeta } from '#routes/_layout/page-title.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/OrderPaymentPage.ts';
import { titles } from './messages.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

export const meta = titleMeta(titles.confirmingPayment);

/** Return from the gateway's page after one-click checkout. */
export default function OrderPaymentPage({ params: { id } }: Route.ComponentProps) {
  const confirmPayment = useCallback(() => oneClick.settle({ orderId: id }), [id]);
  return <PaymentReturn confirmPayment={confirmPayment} fallbackUrl="/cart" />;
}
