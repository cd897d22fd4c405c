import { Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CATEGORIES, type Category } from '#domains/catalogue/model/category.ts';
import { formatGiftTag } from '#domains/selling/gift-cards/model/format-gift.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';
import type { Cart, LineItem } from '../contract.ts';
import { cartLineMessages } from '../messages/cart.ts';
import { lineName } from '../model/format-line.ts';
import { keyOf } from '../model/line-key.ts';
import { useCart, useCartStore } from './cart-context.tsx';
import { formatGift, formatLinePrice, formatStock, money } from './format-cart.ts';
import { QuantityField } from './QuantityField.tsx';

// Loaded lazily, because few lines have a discount or are sold out.
const PriceExplanation = lazyComponent(() => import('./PriceExplanation.tsx'));
const MoveToFavourites = lazyComponent(() => import('./MoveToFavourites.tsx'));

const kindOf = (category: string): string => (category in CATEGORIES ? CATEGORIES[category as Category].kind : 'mixed');

const maxQuantityOf = ({ orderQuantityMaximum, availableStock }: LineItem): number =>
  orderQuantityMaximum > 0 ? Math.min(orderQuantityMaximum, availableStock) : availableStock;

/** A cart line with quantity and price. A gift can be declined; its promotion decides the quantity. */
function CartLine({ item }: { item: LineItem }) {
  const store = useCartStore();
  const config = useMarketConfig();
  const name = lineName(item);
  const stock = formatStock(item);
  const isGift = item.addedByPromotion;
  const rrp = item.hideRRP || item.extendedComparisonPrice === null ? 0 : item.extendedComparisonPrice;
  return (
    <li className={`line k-${kindOf(item.category)}${item.isSoldOut ? ' is-sold-out' : ''}`}>
      <Link className="backdrop thumb" to={item.slug} tabIndex={-1} aria-hidden="true">
        <span className="picture">
          <img src={item.imageUrl} alt="" width="32" height="100" loading="lazy" decoding="async" draggable={false} />
        </span>
      </Link>
      <div className="line-main">
        <p className="small text-muted">{isGift ? cartLineMessages.gift : item.brand}</p>
        <h3>
          <Link to={item.slug}>{name}</Link>
        </h3>
        {!isGift && <p className="small text-muted num">{formatLinePrice(item, config)}</p>}
        {item.gift?.recipientName && <p className="small text-muted">{formatGiftTag(item.gift, config.market)}</p>}
        {isGift && <p className="small text-muted">{formatGift(item)}</p>}
        {stock && <p className="small alert">{stock}</p>}
      </div>
      <p className="line-sum num">
        <b>{isGift ? cartLineMessages.free : money(item.extendedListPrice, config)}</b>
        {rrp > item.extendedListPrice && (
          <s className="small text-muted">
            <span className="visually-hidden">{cartLineMessages.rrp} </span>
            {money(rrp, config)}
          </s>
        )}
        {item.discountAmount > 0 && <span className="small is-success">{cartLineMessages.off(money(item.discountAmount, config))}</span>}
      </p>
      {!isGift && item.discounts.length > 0 && (
        <Suspense fallback={<div className="price-explanation price-explanation-pending" />}>
          <PriceExplanation item={item} />
        </Suspense>
      )}
      <div className="line-act">
        {!item.isSoldOut && !isGift && (
          <QuantityField
            value={item.quantity}
            min={1}
            max={maxQuantityOf(item)}
            description={name}
            onChange={(cases) => store.setQuantity(keyOf(item), cases)}
          />
        )}
        <button
          type="button"
          className="link small line-rm"
          aria-describedby={`line-${item.id}`}
          onClick={() => store.setQuantity(keyOf(item), 0)}
        >
          {cartLineMessages.remove}
        </button>
        {item.isSoldOut && !isGift && (
          <Suspense fallback={null}>
            <MoveToFavourites item={item} />
          </Suspense>
        )}
        <span id={`line-${item.id}`} hidden>
          {name}
        </span>
      </div>
    </li>
  );
}

/** Shows the line that was removed last, with a button to restore it. Receives focus from the removed line. */
export function RemovedLine() {
  const store = useCartStore();
  const removed = useCart((view) => view.removed);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (removed && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [removed]);
  if (!removed) return null;
  return (
    <p className="put-back small">
      <span>{cartLineMessages.removed(lineName(removed.line.offer))}</span>
      <button type="button" className="link" ref={button} onClick={() => store.restoreLine()}>
        {cartLineMessages.putBack}
      </button>
    </p>
  );
}

/** Shows declined gifts that are available, each with a button to take it back. */
function DeclinedGifts({ gifts }: { gifts: readonly LineItem[] }) {
  const store = useCartStore();
  const button = useRef<HTMLButtonElement>(null);
  const count = gifts.length;
  useEffect(() => {
    if (count > 0 && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [count]);
  return gifts.map((item, index) => (
    <p className="put-back small" key={item.offerId}>
      <span id={`gift-${item.id}`}>{cartLineMessages.availableGift(lineName(item))}</span>
      <button
        type="button"
        className="link"
        aria-describedby={`gift-${item.id}`}
        ref={index === count - 1 ? button : null}
        onClick={() => store.takeGift(item)}
      >
        {cartLineMessages.takeGift}
      </button>
    </p>
  ));
}

/** Shows the lines of a cart, followed by the removed line and declined gifts. */
export function CartLines({ cart, className }: { cart: Cart; className: string }) {
  return (
    <div className={className}>
      <ul className="lines">
        {cart.lineItems.map((item) => (
          <CartLine key={keyOf(item)} item={item} />
        ))}
      </ul>
      <RemovedLine />
      <DeclinedGifts gifts={cart.declinedGifts ?? []} />
    </div>
  );
}
