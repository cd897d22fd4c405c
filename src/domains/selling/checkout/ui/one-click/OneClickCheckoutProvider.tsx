import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import type { PropertiesOf } from '#domains/outbound/analytics/model/events.ts';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import type { OneClickStepName } from '#domains/selling/checkout/model/one-click.ts';
import type { Market } from '#markets/market.ts';
import { type OneClick, OneClickContext } from './one-click-context.ts';
import type { OneClickPurchase } from './pending-purchase.ts';
import type { TrackOneClick } from './run-one-click.ts';

export interface OneClickCheckoutProviderProps {
  readonly market: Market;
  readonly children: ReactNode;
}

const trackStep: TrackOneClick = (event, properties) => track(event, properties as PropertiesOf<typeof event>);

/** Provides one-click checkout and allows one purchase at a time. Its code is loaded with the first click. */
export function OneClickCheckoutProvider({ market, children }: OneClickCheckoutProviderProps) {
  const auth = useAuthStore();
  const { user } = useAuth();
  const customerID = user?.customerId ?? 0;
  const [step, setStep] = useState<OneClickStepName | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isRunning = useRef(false);
  /** A changed total that the shopper was shown and accepts with the next click. */
  const acceptedTotal = useRef<{ readonly cartId: string; readonly version: number; readonly total: number } | null>(null);

  const buy = useCallback(
    async (purchase: Omit<OneClickPurchase, 'customerID' | 'market'>): Promise<void> => {
      if (isRunning.current) return;
      isRunning.current = true;
      setFailure(null);
      setStep('clicked');
      const { submitOneClick } = await import('./submit-one-click.ts');
      const { cartId, version } = purchase;
      const accepted = acceptedTotal.current;
      const expectedTotal = accepted?.cartId === cartId && accepted.version === version ? accepted.total : purchase.expectedTotal;
      const outcome = await submitOneClick({ cartId, version, expectedTotal, customerID, market }, auth, trackStep, setStep, () => {
        isRunning.current = false;
        setStep(null);
      });
      if (outcome === null) return;
      isRunning.current = false;
      acceptedTotal.current = outcome.total === null ? null : { cartId, version, total: outcome.total };
      setFailure(outcome.message);
      setStep('failed');
    },
    [auth, customerID, market],
  );
  const oneClick = useMemo((): OneClick => ({ step, failure, buy: (purchase) => void buy(purchase) }), [step, failure, buy]);
  return <OneClickContext value={oneClick}>{children}</OneClickContext>;
}
