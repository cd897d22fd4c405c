import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Result } from '#lib/client.ts';
import { paymentReturnMessages as m } from '../messages/checkout.ts';

/** Pauses between attempts. The last one repeats. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

export interface PaymentReturnProps {
  /** Confirms the payment with the shop. */
  readonly confirmPayment: () => Promise<Result<{ data: { status: 'paid' | 'active' | 'open' | 'cancelled'; nextUrl: string } }, string>>;
  /** Where to go if the payment no longer exists. */
  readonly fallbackUrl: string;
}

/** Shown after the payment page: confirms the payment until there is a result, then follows it. */
export function PaymentReturn({ confirmPayment, fallbackUrl }: PaymentReturnProps) {
  const navigate = useNavigate();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    let ignore = false;
    const confirm = async (): Promise<void> => {
      for (let iteration = 0; !ignore; iteration += 1) {
        const result = await confirmPayment().catch(() => null);
        if (ignore) return;
        if (result?.ok) {
          const { status, nextUrl } = result.value.data;
          if (status !== 'cancelled') return location.replace(nextUrl);
          return void navigate(`${nextUrl}?payment=cancelled`, { replace: true });
        }
        if (result?.status === 410 || result?.status === 404) return void navigate(fallbackUrl, { replace: true });
        setSlow(true);
        await wait(RETRY_DELAYS_MS[Math.min(iteration, RETRY_DELAYS_MS.length - 1)] ?? 0);
      }
    };
    void confirm();
    return () => {
      ignore = true;
    };
  }, [confirmPayment, fallbackUrl, navigate]);

  return (
    <div className="container checkout-waiting">
      <span className="spin" aria-hidden="true" />
      <h1 className="heading-3">{m.title}</h1>
      <div className="text-muted" role="status">
        <p>{m.wait}</p>
        {isSlow && <p>{m.slow}</p>}
      </div>
      <noscript>
        <p>
          {m.noScript}{' '}
          <a className="link" href={fallbackUrl}>
            {m.checkOrder}
          </a>
          .
        </p>
      </noscript>
    </div>
  );
}
