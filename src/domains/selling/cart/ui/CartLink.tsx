import { Link } from 'react-router';
import { Icon } from '#ui/Icon.tsx';
import { cartButtonMessages } from '../messages/buttons.ts';
import { formatCount } from '../model/format-line.ts';
import { useCart, useCartStore } from './cart-context.tsx';

/** Link to the cart in the header. Opens the dropdown if scripts run. */
export function CartLink() {
  const store = useCartStore();
  const count = useCart(({ cart }) => cart?.cartQuantity ?? 0);
  const label = useCart(({ cart }) =>
    cart ? cartButtonMessages.cartWith(formatCount(cart.cartQuantity, cart.lineItems)) : cartButtonMessages.cart,
  );
  return (
    <Link
      className="cart-link"
      to="/cart"
      aria-haspopup="dialog"
      aria-label={label}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        store.setOpen(true);
      }}
    >
      <Icon name="cart" />
      <span>{cartButtonMessages.cart}</span>
      {count > 0 && <b className="num">{count}</b>}
    </Link>
  );
}
