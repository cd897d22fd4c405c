import type { CatalogueHit } from '../../catalogue/contract.ts';

export function AddToCartButton({ size = 'card' }: { offer: CatalogueHit; size?: 'card' | 'page' }) {
  return (
    <button type="button" className={size === 'page' ? 'btn btn-fill btn-tall btn-wide' : 'btn btn-fill add'}>
      Add to cart
    </button>
  );
}
