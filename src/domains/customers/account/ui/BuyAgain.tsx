import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { catalogueContract } from '#domains/catalogue/contract.ts';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { useCartNow, useCartStore } from '#domains/selling/cart/ui/cart-context.tsx';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
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
      const answer = await calls.offer(address).catch(() => null);
      if (answer?.ok) return answer.value.offer;
      return answer?.status === 404 ? null : 'unknown';
    };
  }, [auth]);
  const press = async (): Promise<void> => {
    setSubmitting(true);
    setResult(null);
    setResult(await buyAgain(lines, readOffer, store));
    setSubmitting(false);
  };
  return (
    <div className="account-again">
      <button type="button" className="button button-primary" disabled={isSubmitting} onClick={() => void press()}>
        Buy again
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
          {cases === 1 ? 'One is' : `${cases} are`} in your cart, at today’s prices.{' '}
          <Link className="link" to="/cart">
            View cart
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
