/** What the browser's cart shows to components, and what its parts share. */
import type { Market } from '../../market/market.ts';
import type { Client, Transport } from '../../platform/client.ts';
import type { TabsChannel } from '../../platform/web/tabs-channel.ts';
import type { Cart, cartCalls } from '../contract.ts';
import type { NewLine } from '../line-intents.ts';
import { type CartEvent, type CartStoreState, INITIAL_STATE } from '../store-state.ts';
import type { CartStorage } from './cart-storage.ts';
import type { Delivery } from './delivery.ts';

/** A toast. */
export interface Said {
  readonly title: string;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  /** Address of a picture of what it is about. */
  readonly picture?: string;
}

/** Who is shopping; customer 0 is a guest. */
interface StoreShopper {
  readonly customerId: number;
  readonly bearer?: string;
}

/** Everything outside that the store uses. */
export interface CartStorePorts {
  readonly market: Market;
  readonly transport: Transport;
  readonly storage: CartStorage;
  /** Tells the other tabs a newly confirmed cart, and lets one tab at a time create one. */
  readonly tabs: TabsChannel<Cart>;
  readonly shopper: () => StoreShopper;
  readonly isOnline: () => boolean;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly newKey: () => string;
  readonly say: (said: Said) => void;
  /** Go to a page of the shop. */
  readonly goTo: (path: string) => void;
  /** Leave for an absolute address. */
  readonly leaveFor: (url: string) => void;
}

/** A line that was taken out a moment ago. */
interface Removed {
  readonly line: NewLine;
  readonly quantity: number;
}

interface RefusedCoupon {
  readonly code: string;
  readonly message: string;
}

/** Flags of SPEC.md §3, with the cart as it will be once everything pending is confirmed. */
export interface CartView extends CartStoreState {
  /** False until the cart has been read once: show the shape of a cart, not an empty one. */
  readonly isKnown: boolean;
  /** True while a line on screen is not confirmed yet. */
  readonly isPending: boolean;
  readonly isUnreachable: boolean;
  readonly removed: Removed | null;
  readonly refusedCoupon: RefusedCoupon | null;
  /** What the shop changed by itself. */
  readonly notices: readonly string[];
  /** What kept the cart from checkout, in sentences. */
  readonly problems: readonly string[];
  /** For screen readers: what the shopper's last action did. */
  readonly announcement: string;
}

/** The view of a page that has not read a cart: the server's, and the browser's first. */
export const UNKNOWN_CART: CartView = {
  ...INITIAL_STATE,
  isKnown: false,
  isPending: false,
  isUnreachable: false,
  removed: null,
  refusedCoupon: null,
  notices: [],
  problems: [],
  announcement: '',
};

/** What the parts of the store share. */
export interface StoreCore {
  readonly ports: CartStorePorts;
  readonly calls: Client<typeof cartCalls>;
  readonly deliver: Delivery['deliver'];
  view(): CartView;
  /** The cart as the server last confirmed it. */
  confirmed(): Cart | null;
  dispatch(event: CartEvent): void;
  show(change: Partial<CartView>): void;
  /**
   * Judge an answer: keep its id, tell the other tabs. Returns the cart that stands after, which is the one before where
   * the answer is older.
   * @param sentTo id of the cart the call was about, null where it made one
   */
  confirm(cart: Cart | null, sentTo: string | null): Cart | null;
  /** Read the cart again before the worker rests. */
  refreshSoon(): void;
  whenSettled(): Promise<void>;
}
