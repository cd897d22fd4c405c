import { type FormEvent, useId, useState } from 'react';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { Cart } from '../contract.ts';
import { couponMessages } from '../messages/cart.ts';
import { useCart, useCartStore } from './cart-context.tsx';
import { money } from './format-cart.ts';

/** Form for a coupon code with the shop's response, and the coupons of the cart. */
export function CouponForm({ cart }: { cart: Cart }) {
  const store = useCartStore();
  const config = useMarketConfig();
  const rejected = useCart((view) => view.refusedCoupon);
  const isSubmitting = useCart((view) => view.isLoading);
  const isLoaded = useCart((view) => view.isLoaded);
  const [code, setCode] = useState('');
  const id = useId();

  const apply = (event: FormEvent): void => {
    event.preventDefault();
    store.addCoupon(code);
  };
  const isApplied = cart.coupons.some((coupon) => coupon.code === code.trim().toUpperCase());
  return (
    <form className="coupon" onSubmit={apply} noValidate>
      <div className={rejected ? 'field has-error' : 'field'}>
        <label htmlFor={id}>{couponMessages.code}</label>
        <div className="field-row">
          <input
            className="input"
            id={id}
            name="coupon"
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={200}
            value={isApplied ? '' : code}
            aria-invalid={rejected ? true : undefined}
            aria-describedby={rejected ? `${id}-message` : undefined}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              if (rejected) store.clearRefusedCoupon();
            }}
          />
          <button type="submit" className="button button-outline" aria-busy={isSubmitting || undefined} disabled={!isLoaded}>
            {couponMessages.apply}
          </button>
        </div>
        <p className="hint" id={`${id}-message`} role="alert">
          {rejected?.message}
          {rejected?.needsLogin && (
            <>
              {' '}
              <button type="button" className="link" onClick={() => store.logIn()}>
                {couponMessages.signIn}
              </button>
            </>
          )}
        </p>
      </div>
      {cart.coupons.length > 0 && (
        <ul className="applied" aria-label={couponMessages.applied}>
          {cart.coupons.map((coupon) => (
            <li key={coupon.id}>
              <span>
                <Icon name="tick" />
                <b>{coupon.code}</b>{' '}
                {coupon.couponType === 'free_shipping'
                  ? couponMessages.freeDelivery
                  : couponMessages.off(money(coupon.discountedAmount, config))}
              </span>
              <button
                type="button"
                className="link small"
                aria-label={couponMessages.deleteCoupon(coupon.code)}
                onClick={() => {
                  setCode('');
                  store.removeCoupon(coupon.code);
                }}
              >
                {couponMessages.delete}
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
