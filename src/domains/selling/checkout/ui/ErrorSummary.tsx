import { checkoutMessages } from '../messages/checkout.ts';
import '#ui/styles/callout.css';

/** Lists what must be fixed in the cart before the order can be placed. */
export function ErrorSummary({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="callout has-error" role="alert">
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <a className="link" href="/cart/">
        {checkoutMessages.goToCart}
      </a>
    </div>
  );
}
