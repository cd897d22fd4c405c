/**
 * What the browser's cart is doing, as a state machine: events in, flags out, one row an event (SPEC.md §3 "Cart state",
 * §4 "Cart events"). It holds the last cart the server confirmed; what the shopper has asked for since stands in
 * line-intents.ts.
 */
import type { Cart } from '../contract.ts';
import type { CartStoreState } from './cart-store-state.ts';

/** What each event carries; an action is `started`, then `completed` or `error`. */
interface Payloads {
  'create.started': Started;
  'create.completed': Completed;
  'fetch.started': object;
  'fetch.completed': Completed;
  'add.started': Started;
  'add.completed': Completed;
  'update.started': Started;
  'update.completed': Completed;
  'remove.started': Started;
  'remove.completed': Completed;
  'coupon.add.started': Started;
  'coupon.add.completed': Completed;
  'coupon.remove.started': Started;
  'coupon.remove.completed': Completed;
  'redirect.started': object;
  'redirect.completed': object;
  'merge.started': { readonly changeCart: boolean };
  'merge.completed': Completed;
  /** Another tab's confirmed cart. */
  'cart.heard': Completed;
  open: { readonly open: boolean };
  email: { readonly email: string | null };
  region: { readonly region: string | null };
  'sold-out': { readonly productIds: readonly number[] };
  error: { readonly message: string };
  'error.dismissed': object;
}
interface Started {
  readonly silent?: boolean;
}
interface Completed {
  readonly cart: Cart | null;
}

export type CartEvent = { [Type in keyof Payloads]: { readonly type: Type } & Payloads[Type] }[keyof Payloads];

type Changes = Partial<CartStoreState>;

const started = ({ silent }: Started): Changes => (silent ? { isSilentProcessing: true, error: null } : { isLoading: true, error: null });
const completed = ({ cart }: Completed): Changes => ({ isLoading: false, isSilentProcessing: false, cart });

const TRANSITIONS: { readonly [Type in keyof Payloads]: (event: Payloads[Type]) => Changes } = {
  'create.started': started,
  'create.completed': (event) => ({ ...completed(event), isCartOpen: true }),
  'fetch.started': () => ({ fetchingCart: true }),
  'fetch.completed': ({ cart }) => ({ fetchingCart: false, cart }),
  'add.started': started,
  'add.completed': (event) => ({ ...completed(event), isCartOpen: false }),
  'update.started': started,
  'update.completed': completed,
  'remove.started': started,
  'remove.completed': completed,
  'coupon.add.started': started,
  'coupon.add.completed': completed,
  'coupon.remove.started': started,
  'coupon.remove.completed': completed,
  'redirect.started': () => ({ isRedirecting: true, error: null }),
  'redirect.completed': () => ({ isRedirecting: false }),
  'merge.started': ({ changeCart }) => ({ isMerging: true, changeCartOnMerge: changeCart }),
  'merge.completed': ({ cart }) => ({ isMerging: false, changeCartOnMerge: false, cart }),
  'cart.heard': ({ cart }) => ({ cart }),
  open: ({ open }) => ({ isCartOpen: open }),
  email: ({ email }) => ({ email }),
  region: ({ region }) => ({ geoLocRegion: region }),
  'sold-out': ({ productIds }) => ({ soldOutProducts: productIds }),
  error: ({ message }) => ({ isLoading: false, isRedirecting: false, isSilentProcessing: false, error: message }),
  'error.dismissed': () => ({ error: null }),
};

/** The state after an event. */
export function cartReducer(state: CartStoreState, event: CartEvent): CartStoreState {
  const change = TRANSITIONS[event.type] as (event: CartEvent) => Changes;
  return { ...state, ...change(event) };
}
