/**
 * The browser's cart as one pure reducer: flags, the confirmed cart, the shopper's intents beyond it, queued jobs and feedback.
 * `toCartView` derives what components show. `ui/cart-sync.ts` runs the effects.
 */
import type { SellingTerms } from '#markets/definition.ts';
import type { Market } from '#markets/market.ts';
import type { Cart } from '../contract.ts';
import { type CartFeedback, type CartStoreState, type CartView, INITIAL_STATE, NO_FEEDBACK } from './cart-view.ts';
import { applyStep, type Intents, NO_INTENTS, nextStep, revertIntent, type Step } from './line-intents.ts';
import { markSoldOut, projectCart } from './optimistic-cart.ts';
import { deliveredTo } from './region-estimate.ts';

/** Payload of each event. An action is `started`, then `completed` or ends with `error` [CART-23] [CART-24]. */
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
  /** The confirmed cart of another tab. */
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

/** An event that changes the flags or the confirmed cart. */
export type CartEvent = { [Type in keyof Payloads]: { readonly type: Type } & Payloads[Type] }[keyof Payloads];

type Changes = Partial<CartStoreState>;

/** Starting an action sets the loading flag, a silent one only its own flag [CART-25]. */
const started = ({ silent }: Started): Changes => (silent ? { isSilentProcessing: true, error: null } : { isLoading: true, error: null });
const completed = ({ cart }: Completed): Changes => ({ isLoading: false, isSilentProcessing: false, cart });

const TRANSITIONS: { readonly [Type in keyof Payloads]: (event: Payloads[Type]) => Changes } = {
  'create.started': started,
  /** [CART-28] */
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
  /** [CART-26] */
  error: ({ message }) => ({ isLoading: false, isRedirecting: false, isSilentProcessing: false, error: message }),
  'error.dismissed': () => ({ error: null }),
};

/** Reduces the flags and the confirmed cart. */
export function cartReducer(state: CartStoreState, event: CartEvent): CartStoreState {
  const change = TRANSITIONS[event.type] as (event: CartEvent) => Changes;
  return { ...state, ...change(event) };
}

/** A job other than line changes, in the order of the shopper's actions. */
export type CartJob =
  | { readonly kind: 'add-coupon'; readonly code: string }
  | { readonly kind: 'remove-coupon'; readonly code: string }
  | { readonly kind: 'open-cart'; readonly cartId: string };

/** The complete client state of the cart. */
export interface ClientCartState {
  readonly flags: CartStoreState;
  readonly intents: Intents;
  readonly jobs: readonly CartJob[];
  readonly runningJob: CartJob | null;
  readonly feedback: CartFeedback;
  readonly isLoaded: boolean;
  /** True if the cart must be read again. */
  readonly isStale: boolean;
  /** True if stock levels must be fetched [CART-38]. */
  readonly isStockDue: boolean;
  /** Notices that the shopper has dismissed and that the cart still repeats. */
  readonly dismissedNotices: readonly string[];
  /** Keys of lines that are being restored. */
  readonly restoring: readonly string[];
}

export const INITIAL_CLIENT_STATE: ClientCartState = {
  flags: INITIAL_STATE,
  intents: NO_INTENTS,
  jobs: [],
  runningJob: null,
  feedback: NO_FEEDBACK,
  isLoaded: false,
  isStale: false,
  isStockDue: false,
  dismissedNotices: [],
  restoring: [],
};

/** A cart event, or a change of other client state. */
export type ClientCartEvent =
  | CartEvent
  | { readonly type: 'feedback'; readonly change: Partial<CartFeedback> }
  /** The shopper changed the desired lines. */
  | { readonly type: 'intents'; readonly intents: Intents; readonly change?: Partial<CartFeedback>; readonly restoring?: string }
  | { readonly type: 'job.queued'; readonly job: CartJob }
  | { readonly type: 'job.started' }
  | { readonly type: 'job.finished' }
  | { readonly type: 'loaded'; readonly isLoaded: boolean }
  | { readonly type: 'stale'; readonly isStale: boolean }
  | { readonly type: 'stock.checked' }
  /** A response contained a cart that is at least as new as the confirmed one. */
  | { readonly type: 'confirmed'; readonly cart: Cart }
  | { readonly type: 'notices.dismissed' }
  /** The server has responded to a step of an intent. `event` changes the flags and the cart in the same transition. */
  | { readonly type: 'step.answered'; readonly step: Step; readonly accepted: boolean; readonly event: CartEvent | null }
  | { readonly type: 'intents.dropped' }
  /** An effect failed unexpectedly. */
  | { readonly type: 'intents.failed' }
  /** The customer has signed out; the state is cleared. */
  | { readonly type: 'owner.left' }
  | { readonly type: 'cart.cleared' };

/** Collects notices until the shopper dismisses them, and shows each once. */
function withNotices(state: ClientCartState, { notices }: Cart): Pick<ClientCartState, 'feedback' | 'dismissedNotices'> {
  const { feedback } = state;
  const dismissedNotices = state.dismissedNotices.filter((notice) => notices.includes(notice));
  const added = notices.filter((notice) => !feedback.notices.includes(notice) && !dismissedNotices.includes(notice));
  return { dismissedNotices, feedback: added.length === 0 ? feedback : { ...feedback, notices: [...feedback.notices, ...added] } };
}

function afterStep(state: ClientCartState, step: Step, accepted: boolean, event: CartEvent | null): ClientCartState {
  // A restored line counts as an update, so that it does not open or close the dropdown.
  const isRestored = accepted && event !== null && 'cart' in event && state.restoring.includes(step.key);
  const flags =
    event === null ? state.flags : cartReducer(state.flags, isRestored ? { type: 'update.completed', cart: event.cart } : event);
  return {
    ...state,
    flags,
    intents: accepted ? applyStep(state.intents, step, flags.cart) : revertIntent(state.intents, step),
    restoring: event === null ? state.restoring : state.restoring.filter((key) => key !== step.key),
  };
}

/** Returns the state after an event. */
export function clientCartReducer(state: ClientCartState, event: ClientCartEvent): ClientCartState {
  switch (event.type) {
    case 'feedback':
      return { ...state, feedback: { ...state.feedback, ...event.change } };
    case 'intents':
      return {
        ...state,
        intents: event.intents,
        feedback: { ...state.feedback, ...event.change, problems: [] },
        restoring: event.restoring === undefined ? state.restoring : [...state.restoring, event.restoring],
      };
    case 'job.queued':
      return { ...state, jobs: [...state.jobs, event.job] };
    case 'job.started':
      return { ...state, jobs: state.jobs.slice(1), runningJob: state.jobs[0] ?? null };
    case 'job.finished':
      return { ...state, runningJob: null };
    case 'loaded':
      return { ...state, isLoaded: event.isLoaded };
    case 'stale':
      return { ...state, isStale: event.isStale };
    case 'stock.checked':
      return { ...state, isStockDue: false };
    case 'confirmed':
      return { ...state, ...withNotices(state, event.cart), isLoaded: true, isStockDue: true };
    case 'notices.dismissed':
      return { ...state, dismissedNotices: state.feedback.notices, feedback: { ...state.feedback, notices: [] } };
    case 'step.answered':
      return afterStep(state, event.step, event.accepted, event.event);
    case 'intents.dropped':
      return { ...state, intents: NO_INTENTS, jobs: [] };
    case 'intents.failed':
      return { ...state, intents: NO_INTENTS };
    case 'owner.left':
      return { ...state, intents: NO_INTENTS, jobs: [], feedback: NO_FEEDBACK };
    case 'cart.cleared':
      return { ...state, flags: { ...state.flags, cart: null, soldOutProducts: [] } };
    default:
      return { ...state, flags: cartReducer(state.flags, event) };
  }
}

/** Returns true if a coupon code can be added; a code is ignored otherwise [PROMO-6]. */
export const canAddCoupon = ({ flags, isLoaded, jobs, runningJob }: ClientCartState, code: string): boolean =>
  flags.cart !== null && isLoaded && code !== '' && ![runningJob, ...jobs].some((job) => job?.kind === 'add-coupon');

/** Conditions of the next effect that are not part of the state. */
export interface SyncConditions {
  /** True if the cart belongs to the current shopper. */
  readonly isOwnCart: boolean;
  /** True if the cart belongs to a customer who has signed out. */
  readonly isLeaving: boolean;
  /** True if this run has read the cart or tried to. */
  readonly wasRead: boolean;
  readonly isAccountStale: boolean;
  readonly isStoredCouponDue: boolean;
  readonly isRegionDue: boolean;
}

/** A call that synchronizes the server's cart with the shopper's intents. Effects run one at a time. */
export type Effect =
  | { readonly kind: 'change-owner' | 'fetch' | 'job' | 'sync-account' | 'stock' | 'stored-coupon' | 'region' }
  | { readonly kind: 'line'; readonly step: Step };

/** Returns the next effect, or null if there is none. Steps of a guest complete before their cart is merged. */
export function nextEffect(state: ClientCartState, conditions: SyncConditions): Effect | null {
  const step = state.isLoaded || conditions.wasRead ? nextStep(state.flags.cart, state.intents) : null;
  if (!conditions.isOwnCart && (!step || conditions.isLeaving)) return { kind: 'change-owner' };
  if (!state.isLoaded && !conditions.wasRead) return { kind: 'fetch' };
  if (step) return { kind: 'line', step };
  if (state.jobs.length > 0) return { kind: 'job' };
  if (conditions.isAccountStale) return { kind: 'sync-account' };
  if (state.isStale) return { kind: 'fetch' };
  if (state.isStockDue) return { kind: 'stock' };
  if (conditions.isStoredCouponDue) return { kind: 'stored-coupon' };
  return conditions.isRegionDue ? { kind: 'region' } : null;
}

/** Derives the view. @param isHidden true while the cart belongs to a customer who has signed out */
export function toCartView(state: ClientCartState, market: Market, terms: SellingTerms, isHidden: boolean): CartView {
  const { flags, intents, feedback, isLoaded } = state;
  const projected = deliveredTo(projectCart(market, terms, flags.cart, intents), market, terms, flags.geoLocRegion);
  const cart = isHidden ? null : markSoldOut(projected, flags.soldOutProducts);
  // A cart from the cache of the browser is not confirmed before it was read.
  const isPending = intents.size > 0 || (flags.cart !== null && !isLoaded);
  return { ...feedback, ...flags, cart, isLoaded: isLoaded && !isHidden, isPending };
}
