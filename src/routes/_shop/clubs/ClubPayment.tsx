import { useCallback } from 'react';
import { PaymentReturn } from '#domains/selling/checkout/ui/PaymentReturn.tsx';
import { useMemberships } from '#domains/selling/clubs/ui/club-calls.ts';

/** Return from the payment page of the first delivery. */
export default function ClubPayment({ membershipId }: { membershipId: string }) {
  const { settle: ask } = useMemberships();
  const confirmPayment = useCallback(() => ask({ membershipId }), [ask, membershipId]);
  return <PaymentReturn confirmPayment={confirmPayment} fallbackUrl="/wine-clubs" />;
}
