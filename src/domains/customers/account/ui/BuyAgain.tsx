import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { catalogueContract } from '#domains/catalogue/contract.ts';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { useCartNow, useCartStore } from '#domains/selling/cart/ui/cart-context.tsx';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { orderMessages as m } from '../messages.ts';
import { type BoughtAgain, type BoughtLine, buyAgain, type ReadOffer } from './buy-again.ts';

/** Button that adds the lines of an order to the cart, with the result. */
export function BuyAgain({ lines }: { lines: readonly BoughtLine[] }) {
  const store = useCartStore();
  useCartNow();
  const auth = useAuthStore();
  const [isSubmitting, setSubmitting] = useState(false);
  const [result, setResult] = useState<BoughtAgain | null>(null);
  const readOffer = useMemo((): ReadOffer => {
    const calls = client(catalogueContract, signedTransport(fetchTransport(), auth));
    return async (address) => {
      const result = await calls.offer(address).catch(() => null);
      if (result?.ok) return result.value.offer;
      return result?.status === 404 ? null : 'unknown';
    };
  }, [auth]);
  const addAll = async (): Promise<void> => {
    setSubmitting(true);
    setResult(null);
    setResult(await buyAgain(lines, readOffer, store));
    setSubmitting(false);
  };
  return (
    <div className="account-again">
      <button type="button" className="button button-primary" disabled={isSubmitting} onClick={() => void addAll()}>
        {m.buyAgain}
      </button>
      <div role="status">{result && <Result result={result} />}</div>
    </div>
  );
}

function Result({ result: { cases, missing } }: { result: BoughtAgain }) {
  return (
    <>
      {cases > 0 && (
        <p>
          {m.added(cases)}{' '}
          <Link className="link" to="/cart">
            {m.viewCart}
          </Link>
        </p>
      )}
      {missing.length > 0 && (
        <ul>
          {missing.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </>
  );
}
