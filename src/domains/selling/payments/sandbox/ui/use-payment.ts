import { useRef, useState } from 'react';
import type { SandboxPayment } from '../contract.ts';
import { gateway } from './gateway-transport.ts';

/** How long the page says that the bank has not answered before it goes back to the shop, milliseconds. */
const READING_MS = 2_500;

const NO_ANSWER = 'The gateway did not answer. Please try again; this payment is charged once at most.';

type Answer = Awaited<ReturnType<typeof gateway.pay>> | Awaited<ReturnType<typeof gateway.giveUp>>;

/** One payment and what its page does with it. `failure` is numbered, so that the same words twice are said twice. */
export function usePayment(loaded: SandboxPayment) {
  const [payment, setPayment] = useState(loaded);
  const [failure, setFailure] = useState({ words: loaded.failure, number: 0 });
  const [isSubmitting, setSubmitting] = useState(false);
  const [isAwaited, setAwaited] = useState(false);
  const isPressed = useRef(false);

  const fail = (words: string | null): void => setFailure(({ number }) => ({ words, number: number + 1 }));
  const leave = (): void => location.replace(payment.returnUrl);
  const stay = (): void => {
    isPressed.current = false;
    setSubmitting(false);
  };

  async function send(ask: () => Promise<Answer>): Promise<void> {
    if (isPressed.current) return;
    isPressed.current = true;
    setSubmitting(true);
    setFailure(({ number }) => ({ words: null, number }));
    const answer = await ask().catch(() => null);
    if (answer?.ok) {
      const next = answer.value.data;
      setPayment(next);
      if (next.status === 'captured' || next.status === 'cancelled') return leave();
      fail(next.failure);
    } else if (answer?.code === 'gateway_timeout') {
      setAwaited(true);
      setTimeout(leave, READING_MS);
      return;
    } else {
      const read = await gateway.read({ id: payment.id }).catch(() => null);
      if (read?.ok) setPayment(read.value.data);
      fail(answer?.title ?? NO_ANSWER);
    }
    stay();
  }

  return {
    payment,
    failure,
    isSubmitting: isSubmitting,
    isAwaited,
    pay: (cardToken: string, { year, month }: { readonly year: number; readonly month: number }) =>
      send(() => gateway.pay({ id: payment.id, cardToken, expiryMonth: month, expiryYear: year })),
    confirm: (approve: boolean) => send(() => gateway.confirm({ id: payment.id, approve })),
    giveUp: () => send(() => gateway.giveUp({ id: payment.id })),
  };
}
