import { SHIPPING } from '#domains/selling/shipping/model/fees.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { Cart } from '../contract.ts';
import { useCart } from './cart-context.tsx';
import { formatCount, money, savedOnRrp } from './format-cart.ts';

/** Shows how the total is calculated: lines, each promotion and coupon, delivery. */
export function CartTotals({ cart, isShort = false }: { cart: Cart; isShort?: boolean }) {
  const facts = useMarketConfig();
  const isPending = useCart((view) => view.isPending);
  const fee = SHIPPING[facts.market];
  const defaultFee = (fee.regions[cart.region ?? ''] ?? fee.defaultCents) / 100;
  const saved = savedOnRrp(cart);
  return (
    <>
      <dl className="cart-totals num" aria-busy={isPending}>
        <div>
          <dt>{formatCount(cart.cartQuantity, cart.lineItems)}</dt>
          <dd>{money(cart.baseAmount, facts)}</dd>
        </div>
        {cart.promotions
          .filter((promotion) => promotion.discountedAmount > 0)
          .map((promotion) => (
            <div key={promotion.id} className="is-success">
              <dt>{promotion.coupon ?? promotion.name}</dt>
              <dd>−{money(promotion.discountedAmount, facts)}</dd>
            </div>
          ))}
        {!cart.isGiftCardOnly && (
          <div>
            <dt>{cart.region ? `Delivery to ${cart.region}` : 'Delivery'}</dt>
            <dd>
              {cart.isFreeShipping ? (
                <>
                  <s className="text-muted">{money(defaultFee, facts)}</s> Free
                </>
              ) : (
                money(cart.shippingTotal, facts)
              )}
            </dd>
          </div>
        )}
        <div className="cart-total">
          <dt>Total</dt>
          <dd>{money(cart.cartTotal, facts)}</dd>
        </div>
      </dl>
      {!isShort && !cart.isGiftCardOnly && (
        <p className="small text-muted">
          Includes {money(cart.taxTotal, facts)} {facts.taxName}.{saved > 0 && ` You save ${money(saved, facts)} on RRP.`}
          {cart.region === null && facts.feeNote !== '' && !cart.isFreeShipping && ` ${facts.feeNote}`}
        </p>
      )}
    </>
  );
}
