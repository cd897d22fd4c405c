import { Link } from 'react-router';
import { Icon } from '../../ui/web/Icon.tsx';
import { useCart, useCartStore } from './cart-context.tsx';
import { casesWords } from './cart-words.ts';

/** The way to the cart in the masthead: a plain link, which opens the dropdown where scripts run. */
export function CartLink() {
  const store = useCartStore();
  const cases = useCart(({ cart }) => cart?.cartQuantity ?? 0);
  return (
    <Link
      className="cartlink"
      to="/cart"
      aria-haspopup="dialog"
      aria-label={cases > 0 ? `Cart, ${casesWords(cases)}` : 'Cart'}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        store.setOpen(true);
      }}
    >
      <Icon name="cart" />
      <span>Cart</span>
      {cases > 0 && <b className="num">{cases}</b>}
    </Link>
  );
}
