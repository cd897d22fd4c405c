import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Result } from '#lib/client.ts';
import './checkout.css';

/** Pause before the shop is asked again, milliseconds; it grows to the last. */
const PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

export interface PaymentReturnProps {
  /** Asks the shop how the payment stands. */
  readonly settle: () => Promise<Result<{ data: { status: 'paid' | 'active' | 'open' | 'cancelled'; nextUrl: string } }, string>>;
  /** Where to go where there is nothing to be asked after any more. */
  readonly elsewhere: string;
}

/** Back from the payment page: asks how the payment stands until there is an answer, then goes where it leads. */
export function PaymentReturn({ settle: ask, elsewhere }: PaymentReturnProps) {
  const navigate = useNavigate();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    let isExpired = false;
    const confirmPayment = async (): Promise<void> => {
      for (let iteration = 0; !isExpired; iteration += 1) {
        const result = await ask().catch(() => null);
        if (isExpired) return;
        if (result?.ok) {
          const { status, nextUrl } = result.value.data;
          if (status !== 'cancelled') return location.replace(nextUrl);
          return void navigate(`${nextUrl}?payment=cancelled`, { replace: true });
        }
        if (result?.status === 410 || result?.status === 404) return void navigate(elsewhere, { replace: true });
        setSlow(true);
        await wait(PAUSES[Math.min(iteration, PAUSES.length - 1)] ?? 0);
      }
    };
    void confirmPayment();
    return () => {
      isExpired = true;
    };
  }, [ask, elsewhere, navigate]);

  return (
    <div className="wrap co-waiting">
      <span className="spin" aria-hidden="true" />
      <h1 className="d38">Confirming your payment</h1>
      <div className="quiet" role="status">
        <p>This takes a moment. Please leave this page open.</p>
        {isSlow && <p>The answer is slow to come. We keep asking; you are charged once at most, and your order is kept.</p>}
      </div>
      <noscript>
        <p>
          Without JavaScript we cannot take you on by ourselves. In a few seconds{' '}
          <a className="link" href={elsewhere}>
            see how your order stands
          </a>
          .
        </p>
      </noscript>
    </div>
  );
}
