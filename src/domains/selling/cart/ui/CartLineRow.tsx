import { Link } from 'react-router';
import { CATEGORIES, type Category } from '#domains/catalogue/model/category.ts';
import { formatGiftTag } from '#domains/selling/gift-cards/model/format-gift.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { LineItem } from '../contract.ts';
import { keyOf } from '../model/line-key.ts';
import { lineName } from '../model/line-name.ts';
import { useCartStore } from './cart-context.tsx';
import { giftWords, money, priceWords, stockWords } from './format-cart.ts';
import { MoveToFavourites } from './MoveToFavourites.tsx';
import { WhyThisPrice } from './PriceExplanation.tsx';
import { CasesField } from './QuantityField.tsx';

const kindOf = (category: string): string => (category in CATEGORIES ? CATEGORIES[category as Category].kind : 'mixed');

function mostOf({ orderQuantityMaximum, availableStock }: LineItem): number {
  return orderQuantityMaximum > 0 ? Math.min(orderQuantityMaximum, availableStock) : availableStock;
}

function Picture({ item }: { item: LineItem }) {
  return (
    <span className="picture">
      <img src={item.imageUrl} alt="" width="32" height="100" loading="lazy" decoding="async" draggable={false} />
    </span>
  );
}

/** A cart line with quantity and price. A gift can be declined; its promotion decides the quantity. */
export function CartLineRow({ item }: { item: LineItem }) {
  const store = useCartStore();
  const facts = useMarketConfig();
  const name = lineName(item);
  const stock = stockWords(item);
  const isGift = item.addedByPromotion;
  const rrp = item.hideRRP || item.extendedComparisonPrice === null ? 0 : item.extendedComparisonPrice;
  return (
    <li className={`line k-${kindOf(item.category)}${item.isSoldOut ? ' is-sold-out' : ''}`}>
      <Link className="backdrop thumb" to={item.slug} tabIndex={-1} aria-hidden="true">
        <Picture item={item} />
      </Link>
      <div className="line-main">
        <p className="small text-muted">{isGift ? 'With our thanks' : item.brand}</p>
        <h3>
          <Link to={item.slug}>{name}</Link>
        </h3>
        {!isGift && <p className="small text-muted num">{priceWords(item, facts)}</p>}
        {item.gift?.recipientName && <p className="small text-muted">{formatGiftTag(item.gift, facts)}</p>}
        {isGift && <p className="small text-muted">{giftWords(item)}</p>}
        {stock && <p className="small alert">{stock}</p>}
      </div>
      <p className="line-sum num">
        <b>{isGift ? 'Free' : money(item.extendedListPrice, facts)}</b>
        {rrp > item.extendedListPrice && (
          <s className="small text-muted">
            <span className="visually-hidden">RRP </span>
            {money(rrp, facts)}
          </s>
        )}
        {item.discountAmount > 0 && <span className="small is-success">{money(item.discountAmount, facts)} off</span>}
      </p>
      <WhyThisPrice item={item} />
      <div className="line-act">
        {!item.isSoldOut && !isGift && (
          <CasesField
            value={item.quantity}
            min={1}
            max={mostOf(item)}
            of={name}
            onChange={(cases) => store.setQuantity(keyOf(item), cases)}
          />
        )}
        <button
          type="button"
          className="link small line-rm"
          aria-describedby={`line-${item.id}`}
          onClick={() => store.setQuantity(keyOf(item), 0)}
        >
          Remove
        </button>
        {item.isSoldOut && !isGift && <MoveToFavourites item={item} />}
        <span id={`line-${item.id}`} hidden>
          {name}
        </span>
      </div>
    </li>
  );
}
