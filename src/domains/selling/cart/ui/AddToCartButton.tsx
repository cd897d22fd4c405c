import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { cardMessages } from '#domains/catalogue/messages/cards.ts';
import { fullName, packWord } from '#domains/catalogue/model/format-offer.ts';
import { Icon } from '#ui/Icon.tsx';
import { useEarlyClick } from '#ui/use-early-click.ts';
import { cartButtonMessages } from '../messages/buttons.ts';
import { lineKeyOf } from '../model/line-key.ts';
import { useCart, useCartStore } from './cart-context.tsx';
import { QuantityField } from './QuantityField.tsx';

export interface AddToCartButtonProps {
  readonly offer: CatalogueHit;
  /** `card`: becomes a quantity field once the offer is in the cart. `page`: has a quantity to add next to it. */
  readonly size?: 'card' | 'page';
  /** Id of the element with the offer's name, which describes the button. Without it the button renders its own. */
  readonly titleId?: string;
}

/** Returns the highest quantity that the increase button reaches. */
const maxQuantityOf = ({ orderQuantityMaximum, casesLeft }: CatalogueHit): number =>
  Math.min(orderQuantityMaximum > 0 ? orderQuantityMaximum : Number.POSITIVE_INFINITY, casesLeft ?? Number.POSITIVE_INFINITY);

const useCasesInCart = (offerId: string): number => useCart(({ cart }) => lineKeyOf(cart, offerId)?.quantity ?? 0);

/**
 * Button that adds an offer to the cart. Disabled if the offer has sold out. For a special access item, adding asks a guest to sign
 * in [CART-58].
 */
export function AddToCartButton({ offer, size = 'card', titleId }: AddToCartButtonProps) {
  if (offer.inventoryStatus === 'SOLD_OUT') {
    return (
      <button type="button" className={`button add${size === 'page' ? ' button-tall' : ''}`} aria-disabled="true">
        {cardMessages.soldOut}
      </button>
    );
  }
  return size === 'page' ? <PageButton offer={offer} /> : <CardButton offer={offer} titleId={titleId} />;
}

/** Moves the focus when the focused control is replaced by the other one. */
function useFocusTransfer(isStepper: boolean, button: RefObject<HTMLButtonElement | null>, stepper: RefObject<HTMLDivElement | null>) {
  const shouldFocus = useRef(false);
  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    const control = isStepper ? stepper.current?.querySelector<HTMLButtonElement>('button:last-of-type') : button.current;
    control?.focus({ preventScroll: true });
  }, [isStepper, button, stepper]);
  return shouldFocus;
}

function CardButton({ offer, titleId }: { offer: CatalogueHit; titleId: string | undefined }) {
  const store = useCartStore();
  const inCart = useCasesInCart(offer.offerId);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const stepper = useRef<HTMLDivElement>(null);
  const shouldFocus = useFocusTransfer(inCart > 0, button, stepper);
  const add = (): void => {
    shouldFocus.current = true;
    store.add(offer);
  };
  useEarlyClick(button, add);

  if (inCart > 0) {
    return (
      <QuantityField
        ref={stepper}
        value={inCart}
        min={0}
        max={maxQuantityOf(offer)}
        description={fullName(offer)}
        onChange={(cases) => {
          shouldFocus.current = cases === 0;
          store.setQuantity(offer.offerId, cases);
        }}
      />
    );
  }
  return (
    <>
      <button
        type="button"
        className="button button-primary add needs-script"
        aria-label={cartButtonMessages.add}
        aria-describedby={titleId ?? id}
        data-early=""
        ref={button}
        onClick={add}
      >
        <Icon name="plus" />
        <span className="txt">{cartButtonMessages.add}</span>
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
  const unit = packWord(offer);
  const button = useRef<HTMLButtonElement>(null);
  const add = (): void => {
    store.add(offer, cases);
    setCases(1);
  };
  useEarlyClick(button, add);
  return (
    <>
      <QuantityField
        value={cases}
        min={1}
        max={maxQuantityOf(offer)}
        description={cartButtonMessages.quantityToAdd(unit, fullName(offer))}
        onChange={setCases}
      />
      <button type="button" className="button button-primary button-tall needs-script" data-early="" ref={button} onClick={add}>
        {cartButtonMessages.add}
      </button>
      <p className="in-cart small text-muted" role="status">
        {inCart > 0 && (
          <>
            {cartButtonMessages.inCart(inCart, unit)}{' '}
            <Link className="link" to="/cart">
              {cartButtonMessages.viewCart}
            </Link>
          </>
        )}
      </p>
    </>
  );
}
