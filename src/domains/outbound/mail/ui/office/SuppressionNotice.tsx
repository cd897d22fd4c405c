/** Says that an address gets no email and why, and lets it get email again. */
import { useState } from 'react';
import { suppressionMessages as text } from '#domains/outbound/mail/messages/office.ts';
import type { ADDRESS_OWNERS } from '#domains/outbound/mail/office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { mailCalls } from './mail-calls.ts';

export interface SuppressionNoticeProps {
  readonly suppression: { readonly kind: string; readonly reason: string };
  /** What the address belongs to. */
  readonly owner: (typeof ADDRESS_OWNERS)[number];
  readonly id: string;
  /** Reads the record again. */
  readonly onLifted: () => Promise<void>;
}

export function SuppressionNotice({ suppression: { kind, reason }, owner, id, onLifted }: SuppressionNoticeProps) {
  const may = useMay();
  const [isAsking, setIsAsking] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const lift = async (): Promise<void> => {
    setIsPending(true);
    const lifted = await mailCalls.liftSuppression({ owner, id });
    setIsPending(false);
    setIsAsking(false);
    if (lifted.ok) toastDone(text.lifted);
    else toastFailed(lifted.title);
    await onLifted();
  };
  return (
    <div className="notice notice-bad small stack">
      <p>
        {text.text(kind)} {reason}
      </p>
      {may('customers.write') && (
        <p>
          <Button onPress={() => setIsAsking(true)}>{text.lift}</Button>
        </p>
      )}
      <ConfirmDialog
        title={text.title}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void lift()}
        action={text.lift}
        consequences={text.consequences}
        isPending={isPending}
      />
    </div>
  );
}
