import { useRef, useState } from 'react';
import type { SandboxPayment } from '../contract.ts';
import { sandboxMessages } from '../messages.ts';
import { gateway } from './gateway-transport.ts';

/** Time in ms for which the page shows that the bank did not respond, before it returns to the shop. */
const NOTICE_MS = 2_500;

type GatewayResult = Awaited<ReturnType<typeof gateway.pay>> | Awaited<ReturnType<typeof gateway.giveUp>>;

/** State of a payment page. `failure` is numbered, so that a repeated message is announced again. */
export function usePayment(loaded: SandboxPayment) {
  const [payment, setPayment] = useState(loaded);
  const [failure, setFailure] = useState({ message: loaded.failure, number: 0 });
  const [isSubmitting, setSubmitting] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const isSending = useRef(false);

  const fail = (message: string | null): void => setFailure(({ number }) => ({ message, number: number + 1 }));
  const leave = (): void => location.replace(payment.returnUrl);
  const stay = (): void => {
    isSending.current = false;
    setSubmitting(false);
  };

  async function send(ask: () => Promise<GatewayResult>): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setSubmitting(true);
    setFailure(({ number }) => ({ message: null, number }));
    const result = await ask().catch(() => null);
    if (result?.ok) {
      const next = result.value.data;
      setPayment(next);
      if (next.status === 'captured' || next.status === 'cancelled') return leave();
      fail(next.failure);
    } else if (result?.code === 'gateway_timeout') {
      setWaiting(true);
      setTimeout(leave, NOTICE_MS);
      return;
    } else {
      const read = await gateway.read({ id: payment.id }).catch(() => null);
      if (read?.ok) setPayment(read.value.data);
      fail(result?.title ?? sandboxMessages.noResponse);
    }
    stay();
  }

  return {
    payment,
    failure,
    isSubmitting,
    isWaiting,
    pay: (cardToken: string, { year, month }: { readonly year: number; readonly month: number }) =>
      send(() => gateway.pay({ id: payment.id, cardToken, expiryMonth: month, expiryYear: year })),
    confirm: (approve: boolean) => send(() => gateway.confirm({ id: payment.id, approve })),
    cancelPayment: () => send(() => gateway.giveUp({ id: payment.id })),
  };
}
