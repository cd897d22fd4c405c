import { Icon, type IconName } from '#ui/Icon.tsx';
import type { Cart } from '../contract.ts';

type Banner = Cart['banners'][number];

const LOOKS: Readonly<Record<Banner['type'], { readonly icon: IconName; readonly className: string }>> = {
  upsell: { icon: 'plus', className: 'cart-banner' },
  eligible: { icon: 'key', className: 'cart-banner' },
  applied: { icon: 'tick', className: 'cart-banner is-active' },
};

/** Shows the cart's banners: what is missing for a promotion, what is available, what is applied [PROMO-3]. */
export function CartBanners({ cart }: { cart: Cart }) {
  const shown = cart.banners.filter(({ page }) => page === 'any' || page === 'cart');
  if (shown.length === 0) return null;
  return (
    <ul className="cart-banners" aria-label="Offers for this cart">
      {shown.map(({ id, type, text }) => (
        <li key={id} className={`${LOOKS[type].className} small`}>
          <Icon name={LOOKS[type].icon} className="ico-s" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
