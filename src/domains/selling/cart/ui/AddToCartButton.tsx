import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { fullName, packWord } from '#domains/catalogue/model/format-offer.ts';
import { Icon } from '#ui/Icon.tsx';
import { lineKeyOf } from '../model/line-key.ts';
import { useCart, useCartStore } from './cart-context.tsx';
import { CasesField } from './QuantityField.tsx';

export interface AddToCartButtonProps {
  readonly offer: CatalogueHit;
  /** `card`: turns into a quantity once the offer is in the cart. `page`: a quantity to add stands beside it. */
  readonly size?: 'card' | 'page';
  /** Where the offer's name stands that describes the button; it brings its own where there is none. */
  readonly titleId?: string;
}

/** Most cases of an offer that the key for one more goes up to. */
const mostOf = ({ orderQuantityMaximum, casesLeft: formatStockLeft }: CatalogueHit): number =>
  Math.min(orderQuantityMaximum > 0 ? orderQuantityMaximum : Number.POSITIVE_INFINITY, formatStockLeft ?? Number.POSITIVE_INFINITY);

const useCasesInCart = (offerId: string): number => useCart(({ cart }) => lineKeyOf(cart, offerId)?.quantity ?? 0);

/** The button that buys. Sold out it says so; a guest who presses it at a special access item is told to log in (SPEC.md §8). */
export function AddToCartButton({ offer, size = 'card', titleId }: AddToCartButtonProps) {
  if (offer.inventoryStatus === 'SOLD_OUT') {
    return (
      <button type="button" className={`btn add${size === 'page' ? ' btn-tall' : ''}`} aria-disabled="true">
        Sold out
      </button>
    );
  }
  return size === 'page' ? <PageButton offer={offer} /> : <CardButton offer={offer} titleId={titleId} />;
}

/** Where the control under the shopper's finger turns into another, focus goes with it. */
function useFocusFollows(isStepper: boolean, button: RefObject<HTMLButtonElement | null>, stepper: RefObject<HTMLDivElement | null>) {
  const follows = useRef(false);
  useEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    const control = isStepper ? stepper.current?.querySelector<HTMLButtonElement>('button:last-of-type') : button.current;
    control?.focus({ preventScroll: true });
  }, [isStepper, button, stepper]);
  return follows;
}

function CardButton({ offer, titleId }: { offer: CatalogueHit; titleId: string | undefined }) {
  const store = useCartStore();
  const inCart = useCasesInCart(offer.offerId);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const stepper = useRef<HTMLDivElement>(null);
  const follows = useFocusFollows(inCart > 0, button, stepper);

  if (inCart > 0) {
    return (
      <CasesField
        ref={stepper}
        value={inCart}
        min={0}
        max={mostOf(offer)}
        of={fullName(offer)}
        onChange={(cases) => {
          follows.current = cases === 0;
          store.setQuantity(offer.offerId, cases);
        }}
      />
    );
  }
  return (
    <>
      <button
        type="button"
        className="btn btn-fill add needs-script"
        aria-label="Add to cart"
        aria-describedby={titleId ?? id}
        ref={button}
        onClick={() => {
          follows.current = true;
          store.add(offer);
        }}
      >
        <Icon name="plus" />
        <span className="txt">Add to cart</span>
      </button>
      {titleId === undefined && (
        <span id={id} hidden>
          {fullName(offer)}
        </span>
      )}
    </>
  );
}

function PageButton({ offer }: { offer: CatalogueHit }) {
  const store = useCartStore();
  const inCart = useCasesInCart(offer.offerId);
  const [cases, setCases] = useState(1);
  const word = packWord(offer);
  return (
    <>
      <CasesField value={cases} min={1} max={mostOf(offer)} of={`${fullName(offer)}, to add`} onChange={setCases} />
      <button
        type="button"
        className="btn btn-fill btn-tall needs-script"
        onClick={() => {
          store.add(offer, cases);
          setCases(1);
        }}
      >
        Add to cart
      </button>
      <p className="in-cart small quiet" role="status">
        {inCart > 0 && (
          <>
            {inCart === 1 ? `One ${word}` : `${inCart} ${word}s`} in your cart.{' '}
            <Link className="link" to="/cart">
              See the cart
            </Link>
          </>
        )}
      </p>
    </>
  );
}
