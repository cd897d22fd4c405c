import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import type { OneClickStepName } from '#domains/selling/checkout/model/one-click.ts';
import type { Market } from '#markets/market.ts';
import { type OneClick, OneClickContext } from './one-click-context.ts';
import type { AcceptedTotal } from './submit-one-click.ts';

export interface OneClickCheckoutProviderProps {
  readonly market: Market;
  readonly children: ReactNode;
}

/** Provides one-click checkout and allows one purchase at a time. Its code is loaded with the first click. */
export function OneClickCheckoutProvider({ market, children }: OneClickCheckoutProviderProps) {
  const auth = useAuthStore();
  const { user } = useAuth();
  const customerID = user?.customerId ?? 0;
  const [step, setStep] = useState<OneClickStepName | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isRunning = useRef(false);
  const accepted = useRef<AcceptedTotal | null>(null);

  const buy = useCallback<OneClick['buy']>(
    (purchase) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setFailure(null);
      setStep('clicked');
      const handleEnd = (message: string | null): void => {
        isRunning.current = false;
        setFailure(message);
        setStep(message === null ? null : 'failed');
      };
      void import('./submit-one-click.ts').then(({ submitOneClick }) =>
        submitOneClick({ ...purchase, customerID, market }, accepted, auth, setStep, handleEnd),
      );
    },
    [auth, customerID, market],
  );
  const oneClick = useMemo((): OneClick => ({ step, failure, buy }), [step, failure, buy]);
  return <OneClickContext value={oneClick}>{children}</OneClickContext>;
}
