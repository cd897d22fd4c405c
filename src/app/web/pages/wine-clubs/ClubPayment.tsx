import { useCallback } from 'react';
import { PaymentReturn } from '../../../../checkout/web/PaymentReturn.tsx';
import { useMemberships } from '../../../../wine-club/web/club-calls.ts';

/** Back from the payment page of the first delivery. */
export default function ClubPayment({ membershipId }: { membershipId: string }) {
  const { settle: ask } = useMemberships();
  const settle = useCallback(() => ask({ membershipId }), [ask, membershipId]);
  return <PaymentReturn settle={settle} elsewhere="/wine-clubs" />;
}
