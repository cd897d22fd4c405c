import { useEffect, useState } from 'react';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import type { SavedAddress, SavedCard } from '../contract.ts';
import type { useSignedCheckout } from './checkout-calls.ts';

export interface PaymentMethods {
  readonly addresses: readonly SavedAddress[];
  readonly cards: readonly SavedCard[];
  /** Store credit, decimal. */
  readonly credit: number;
}

/** Formats the expiry of a card: `08/2029`. */
export const formatExpiry = ({ expiryMonth, expiryYear }: Pick<SavedCard, 'expiryMonth' | 'expiryYear'>): string =>
  `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;

/** Returns true once the last month of a card is over. @param today ISO day in the market */
export const isExpired = ({ expiryYear, expiryMonth }: SavedCard, today: string): boolean =>
  `${expiryYear}-${String(expiryMonth).padStart(2, '0')}` < today.slice(0, 7);

/** Returns the id of the preselected card: the default card unless it has expired. */
export function defaultCard(methods: PaymentMethods | null, today: string): string | null {
  const card = methods?.cards.find(({ is_default }) => is_default);
  return card && !isExpired(card, today) ? card.id : null;
}

/** Loads the stored addresses, cards and credit. @returns null for a guest, for another customer's checkout, and while loading */
export function usePaymentMethods(token: string, calls: ReturnType<typeof useSignedCheckout>): PaymentMethods | null {
  const { isAuthenticated } = useAuth();
  const [methods, setMethods] = useState<PaymentMethods | null>(null);
  useEffect(() => {
    let ignore = false;
    const read = async (): Promise<void> => {
      const result = isAuthenticated ? await calls.wallet({ token }).catch(() => null) : null;
      if (!ignore) setMethods(result?.ok ? result.value.data : null);
    };
    void read();
    return () => {
      ignore = true;
    };
  }, [token, calls, isAuthenticated]);
  return methods;
}
