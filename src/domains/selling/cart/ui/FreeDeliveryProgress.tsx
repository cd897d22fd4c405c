import { casesThatCount, SHIPPING } from '#domains/selling/shipping/model/fees.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { Cart } from '../contract.ts';
import { money } from './format-cart.ts';

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

/** Formats the coupons that grant free delivery: `Free delivery with SHIPFREE.` */
const freeWith = (cart: Cart): string => {
  const names = cart.shippingDiscounts.map(({ id, name }) => cart.promotions.find((promotion) => promotion.id === id)?.coupon ?? name);
  return names.length > 0 ? `Free delivery with ${names.join(' and ')}.` : 'Delivery is free with what is on this cart.';
};

/** Shows the progress to free delivery, by cases or by order value as the market has it [SHIP-6] [SHIP-8]. */
export function FreeDelivery({ cart }: { cart: Cart }) {
  const facts = useMarketConfig();
  const { freeFromCases, freeFromCents, freeMessage, singleBottlesCount } = SHIPPING[facts.market];
  if (cart.isGiftCardOnly) return null;
  const lines = cart.lineItems.map((item) => ({ quantity: item.quantity, packSize: item.packSize, isGift: isGift(item) }));
  const cases = casesThatCount(lines, { singleBottlesCount });
  const missing = freeFromCents === null ? 0 : Math.max(0, freeFromCents / 100 - cart.cartAmount);
  const share = cart.isFreeShipping ? 1 : freeFromCases !== null ? cases / freeFromCases : 1 - missing / ((freeFromCents ?? 1) / 100);
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  const marks = Array.from({ length: freeFromCases ?? 1 }, (_, index) => index + 1);
  const message = cart.shippingPromoMessage;
  const toGo = freeFromCases === null ? `Add ${money(missing, facts)} more` : message.charAt(0).toUpperCase() + message.slice(1);
  return (
    <div className="shipping-row">
      <p className="small">
        {cart.isFreeShipping ? (
          message || (freeFromCases !== null && cases >= freeFromCases ? freeMessage : freeWith(cart))
        ) : toGo === '' ? (
          `Delivery is free from ${freeFromCases} cases. Single bottles don’t count.`
        ) : (
          <>
            <b>{toGo}</b> and delivery is free.
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
