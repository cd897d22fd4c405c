import { useEffect, useState } from 'react';
import { takeOfferedEmail } from '#domains/selling/cart/ui/guest-checkout.ts';
import { checkoutFieldMessages as m } from '../messages/checkout.ts';

interface OfferedEmailProps {
  /** The current value of the field. */
  readonly current: string;
  readonly onUse: (email: string) => void;
}

/** Offers the e-mail address of the link that led here, if the form has another one. */
export function OfferedEmail({ current, onUse }: OfferedEmailProps) {
  const [offered, setOffered] = useState<string | null>(null);
  useEffect(() => setOffered((before) => before ?? takeOfferedEmail()), []);
  if (offered === null || offered === current) return null;
  return (
    <p className="small">
      {m.otherEmail}{' '}
      <button type="button" className="link" onClick={() => onUse(offered)}>
        {m.acceptEmail(offered)}
      </button>
    </p>
  );
}
