import { useEffect, useState } from 'react';
import { takeOfferedEmail } from '#domains/selling/cart/ui/guest-address.ts';

interface OfferedEmailProps {
  /** What the form holds now. */
  readonly current: string;
  readonly onUse: (email: string) => void;
}

/** Offers the e-mail of a link that led here, where the form holds another one. */
export function OfferedEmail({ current, onUse }: OfferedEmailProps) {
  const [offered, setOffered] = useState<string | null>(null);
  useEffect(() => setOffered((before) => before ?? takeOfferedEmail()), []);
  if (offered === null || offered === current) return null;
  return (
    <p className="small">
      The link you opened was for another address.{' '}
      <button type="button" className="link" onClick={() => onUse(offered)}>
        Use {offered}
      </button>
    </p>
  );
}
