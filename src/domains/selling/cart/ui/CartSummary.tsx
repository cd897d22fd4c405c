/** Parts of the order summary, which the cart page and the dropdown arrange differently. */
import { Link } from 'react-router';
import { casesThatCount } from '#domains/selling/shipping/model/fees.ts';
import { useMarketConfig, useSellingTerms } from '#markets/ui/market-context.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import type { Cart } from '../contract.ts';
import { cartSummaryMessages } from '../messages/cart.ts';
import { feeEstimateMessages } from '../messages/delivery-estimate.ts';
import { formatCount } from '../model/format-line.ts';
import { useCart, useCartStore, useOneClickCheckout } from './cart-context.tsx';
import { formatRegionFees, money, savedOnRrp } from './format-cart.ts';
import { GUEST_ENTRY } from './guest-checkout.ts';

function CaseMark({ at, isFull }: { at: number; isFull: boolean }) {
  const [fill, line] = isFull ? ['var(--accent)', 'var(--on-accent)'] : ['var(--surface)', 'var(--control)'];
  return (
    <span style={{ left: `${at}%` }}>
      <svg viewBox="0 0 26 28" aria-hidden="true" stroke={line}>
        <rect x="1" y="6" width="24" height="16" rx="1.5" fill={fill} strokeWidth="1.2" />
        <path d="M9 6v16M17 6v16M1 14h24" opacity=".7" />
      </svg>
    </span>
  );
}

const isGift = ({ sku }: { readonly sku: string }): boolean => sku.includes('GIFT');

/** Formats the promotions that grant free delivery: `Free delivery with SHIPFREE.` */
function formatFreeDelivery(cart: Cart): string {
  const names = cart.shippingDiscounts.map(({ id, name }) => cart.promotions.find((promotion) => promotion.id === id)?.coupon ?? name);
  return names.length > 0 ? cartSummaryMessages.freeDeliveryWith(names.join(' and ')) : cartSummaryMessages.freeDelivery;
}

/** Shows the progress to free delivery, by cases or by order value as the market has it [SHIP-6] [SHIP-8]. */
export function FreeDeliveryProgress({ cart }: { cart: Cart }) {
  const config = useMarketConfig();
  const { freeFromCases, freeFromCents, freeMessage, singleBottlesCount } = useSellingTerms().shipping;
  if (cart.isGiftCardOnly) return null;
  const lines = cart.lineItems.map((item) => ({ quantity: item.quantity, packSize: item.packSize, isGift: isGift(item) }));
  const cases = casesThatCount(lines, { singleBottlesCount });
  const missing = freeFromCents === null ? 0 : Math.max(0, freeFromCents / 100 - cart.cartAmount);
  const share = cart.isFreeShipping ? 1 : freeFromCases !== null ? cases / freeFromCases : 1 - missing / ((freeFromCents ?? 1) / 100);
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  const marks = Array.from({ length: freeFromCases ?? 1 }, (_, index) => index + 1);
  const message = cart.shippingPromoMessage;
  const toAdd =
    freeFromCases === null ? cartSummaryMessages.addMore(money(missing, config)) : message.charAt(0).toUpperCase() + message.slice(1);
  return (
    <div className="shipping-row">
      <p className="small">
        {cart.isFreeShipping ? (
          message || (freeFromCases !== null && cases >= freeFromCases ? freeMessage : formatFreeDelivery(cart))
        ) : toAdd === '' ? (
          cartSummaryMessages.freeDeliveryFrom(freeFromCases ?? 0)
        ) : (
          <>
            <b>{toAdd}</b> {cartSummaryMessages.addMoreBenefit}
          </>
        )}
      </p>
      <div className="track" aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
        {marks.map((mark) => (
          <CaseMark
            key={mark}
            at={(mark * 100) / marks.length}
            isFull={freeFromCases === null ? percent === 100 : cart.isFreeShipping || cases >= mark}
          />
        ))}
      </div>
    </div>
  );
}

type Banner = Cart['banners'][number];

const BANNER_STYLES: Readonly<Record<Banner['type'], { readonly icon: IconName; readonly className: string }>> = {
  upsell: { icon: 'plus', className: 'cart-banner' },
  eligible: { icon: 'key', className: 'cart-banner' },
  applied: { icon: 'tick', className: 'cart-banner is-active' },
};

/** Shows the cart's banners: what is missing for a promotion, what is available, what is applied [PROMO-3]. */
export function CartBanners({ cart }: { cart: Cart }) {
  const banners = cart.banners.filter(({ page }) => page === 'any' || page === 'cart');
  if (banners.length === 0) return null;
  return (
    <ul className="cart-banners" aria-label={cartSummaryMessages.offers}>
      {banners.map(({ id, type, text }) => (
        <li key={id} className={`${BANNER_STYLES[type].className} small`}>
          <Icon name={BANNER_STYLES[type].icon} className="ico-s" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Shows how the total is calculated: lines, each promotion and coupon, delivery. */
export function CartTotals({ cart, isShort = false }: { cart: Cart; isShort?: boolean }) {
  const config = useMarketConfig();
  const isPending = useCart((view) => view.isPending);
  const { shipping: fees, hasZones } = useSellingTerms();
  const defaultFee = (fees.regions[cart.region ?? ''] ?? fees.defaultCents) / 100;
  const savings = savedOnRrp(cart);
  const notes = [
    cartSummaryMessages.tax(money(cart.taxTotal, config), config.taxName),
    ...(savings > 0 ? [cartSummaryMessages.savings(money(savings, config))] : []),
    ...(cart.region === null && !cart.isFreeShipping ? formatRegionFees(fees, config) : []),
    ...(hasZones ? [feeEstimateMessages.note] : []),
  ];
  return (
    <>
      <dl className="cart-totals num" aria-busy={isPending}>
        <div>
          <dt>{formatCount(cart.cartQuantity, cart.lineItems)}</dt>
          <dd>{money(cart.baseAmount, config)}</dd>
        </div>
        {cart.promotions
          .filter((promotion) => promotion.discountedAmount > 0)
          .map((promotion) => (
            <div key={promotion.id} className="is-success">
              <dt>{promotion.coupon ?? promotion.name}</dt>
              <dd>−{money(promotion.discountedAmount, config)}</dd>
            </div>
          ))}
        {!cart.isGiftCardOnly && (
          <div>
            <dt>{cartSummaryMessages.delivery(cart.region)}</dt>
            <dd>
              {cart.isFreeShipping ? (
                <>
                  <s className="text-muted">{money(defaultFee, config)}</s> {cartSummaryMessages.free}
                </>
              ) : (
                money(cart.shippingTotal, config)
              )}
            </dd>
          </div>
        )}
        <div className="cart-total">
          <dt>{cartSummaryMessages.total}</dt>
          <dd>{money(cart.cartTotal, config)}</dd>
        </div>
      </dl>
      {!isShort && !cart.isGiftCardOnly && <p className="small text-muted">{notes.join(' ')}</p>}
    </>
  );
}

/** Button to the checkout, which waits for the server's cart, and the email for the receipt. */
export function CheckoutButton() {
  const store = useCartStore();
  const isRedirecting = useCart((view) => view.isRedirecting);
  const isLoaded = useCart((view) => view.isLoaded);
  const email = useCart((view) => view.email);
  const oneClickCheckout = useOneClickCheckout();
  return (
    <>
      <button
        type="button"
        className="button button-primary button-tall button-wide"
        aria-busy={isRedirecting || !isLoaded || undefined}
        onClick={() => store.checkout()}
      >
        {isRedirecting && <i className="spin" />}
        {cartSummaryMessages.checkout}
      </button>
      {oneClickCheckout}
      {email !== null && (
        <p className="small text-muted break-anywhere">
          {cartSummaryMessages.receipt(email)}{' '}
          <Link className="link" to={GUEST_ENTRY}>
            {cartSummaryMessages.change}
          </Link>
        </p>
      )}
    </>
  );
}
