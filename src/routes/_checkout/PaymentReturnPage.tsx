import { useCallback } from 'react';
import { checkout } from '#domains/selling/checkout/ui/checkout-calls.ts';
import { PaymentReturn } from '#domains/selling/checkout/ui/PaymentReturn.tsx';
import { titleMeta } from '#routes/_layout/page-title.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/PaymentReturnPage.ts';
import { titles } from './messages.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

export const meta = titleMeta(titles.confirmingPayment);

export default function PaymentReturnPage({ params: { token } }: Route.ComponentProps) {
  const confirmPayment = useCallback(() => checkout.settle({ token }), [token]);
  return <PaymentReturn confirmPayment={confirmPayment} fallbackUrl={`/checkout/${token}`} />;
}
