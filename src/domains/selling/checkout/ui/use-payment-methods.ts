import { useEffect, useState } from 'react';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import type { SavedAddress, SavedCard } from '../contract.ts';
import type { useSignedCheckout } from './checkout-calls.ts';

export interface Wallet {
  readonly addresses: readonly SavedAddress[];
  readonly cards: readonly SavedCard[];
  /** Store credit, decimal. */
  readonly credit: number;
}

/** Whether a card's last month is over. `today` is the ISO day in the market. */
export const isExpired = ({ expiryYear, expiryMonth }: SavedCard, today: string): boolean =>
  `${expiryYear}-${String(expiryMonth).padStart(2, '0')}` < today.slice(0, 7);

/** The card that pays unless the shopper says otherwise: the default one, while it is good. */
export function defaultCard(wallet: Wallet | null, today: string): string | null {
  const card = wallet?.cards.find(({ is_default }) => is_default);
  return card && !isExpired(card, today) ? card.id : null;
}

/** What the signed-in customer of a checkout has stored; null for a guest, for somebody else's checkout, and until it is read. */
export function usePaymentMethods(token: string, calls: ReturnType<typeof useSignedCheckout>): Wallet | null {
  const { isAuthenticated } = useAuth();
  const [wallet, setWallet] = useState<Wallet | null>(null);
  useEffect(() => {
    let hasLeft = false;
    const read = async (): Promise<void> => {
      const result = isAuthenticated ? await calls.wallet({ token }).catch(() => null) : null;
      if (!hasLeft) setWallet(result?.ok ? result.value.data : null);
    };
    void read();
    return () => {
      hasLeft = true;
    };
  }, [token, calls, isAuthenticated]);
  return wallet;
}
