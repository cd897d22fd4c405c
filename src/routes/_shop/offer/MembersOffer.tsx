import { type ReactNode, useEffect, useState } from 'react';
import { catalogueContract, type OfferDetail } from '#domains/catalogue/contract.ts';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { pageTitle } from '#routes/messages.ts';
import { useShopName } from '#ui/shop-identity.ts';
import { OfferView } from './OfferView.tsx';

interface MembersOfferProps {
  readonly producer: string;
  readonly offerId: string;
  /** Shown to everybody else. */
  readonly missing: ReactNode;
}

const NONE: never[] = [];

/**
 * A hidden offer. The document is the ordinary 404 page. The browser requests the offer again with the customer's token [CAT-18].
 */
export default function MembersOffer({ producer, offerId, missing }: MembersOfferProps) {
  const auth = useAuthStore();
  const [found, setFound] = useState<OfferDetail | 'asking' | 'none'>('asking');
  useEffect(() => {
    let isStale = false;
    client(catalogueContract, signedTransport(fetchTransport(), auth))
      .offer({ producer, offer: offerId })
      .then(
        (result) => !isStale && setFound(result.ok ? result.value.offer : 'none'),
        () => !isStale && setFound('none'),
      );
    return () => {
      isStale = true;
    };
  }, [auth, producer, offerId]);
  const shopName = useShopName();
  const title = typeof found === 'string' ? null : pageTitle(`${fullName(found)}, ${found.brand}`, shopName);
  useEffect(() => {
    if (title !== null) document.title = title;
  }, [title]);
  if (found === 'asking') return <div className="container failed" aria-busy="true" />;
  return found === 'none' ? missing : <OfferView offer={found} others={NONE} landings={NONE} />;
}
