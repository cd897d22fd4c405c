import { Link } from 'react-router';
import { Icon } from '#ui/Icon.tsx';
import { useCart, useCartStore } from './cart-context.tsx';
import { formatCount } from './format-cart.ts';

/** Link to the cart in the header. Opens the dropdown if scripts run. */
export function CartLink() {
  const store = useCartStore();
  const count = useCart(({ cart }) => cart?.cartQuantity ?? 0);
  const words = useCart(({ cart }) => (cart ? `Cart, ${formatCount(cart.cartQuantity, cart.lineItems)}` : 'Cart'));
  return (
    <Link
      className="cart-link"
      to="/cart"
      aria-haspopup="dialog"
      aria-label={words}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        store.setOpen(true);
      }}
    >
      <Icon name="cart" />
      <span>Cart</span>
      {count > 0 && <b className="num">{count}</b>}
    </Link>
  );
}
