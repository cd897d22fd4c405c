/** Sends one step of the intents: validates it, calls the server, reports the result. */
import { track } from '#domains/outbound/analytics/ui/track.ts';
import type { Client } from '#lib/client.ts';
import type { Cart, cartContract } from '../contract.ts';
import { cartStoreMessages, TOASTS } from '../messages/store.ts';
import type { CartEvent } from '../model/cart-reducer.ts';
import { lineName } from '../model/format-line.ts';
import type { NewLine, Step } from '../model/line-intents.ts';
import { findLimitError } from '../model/purchase-limits.ts';
import { productOfItem, trackAddedLines, trackIneligibleAdd } from './cart-events.ts';
import type { CartStoreContext } from './cart-store-types.ts';

/** Whether the server accepted a step, and the event that updates the cart's state. */
export interface StepResult {
  readonly accepted: boolean;
  readonly event: CartEvent;
}

/** Below this many cases the toast says that stock is low [CART-43] [CART-71]. */
const LOW_STOCK = 10;

interface LineError {
  readonly code: string;
  readonly title: string;
}
type Added = { readonly ok: true; readonly cart: Cart; readonly created: boolean } | ({ readonly ok: false } & LineError);

/** Codes of errors that signing in may resolve. */
const FOR_CUSTOMERS: readonly string[] = ['offer_needs_login', 'offer_not_eligible', 'token_missing'];

/** Shows the error, offers to sign in if that may help, and refetches the cart, which may be out of date [CART-56]. */
function reject(context: CartStoreContext, { code, title }: LineError): StepResult {
  const { deps } = context;
  const offersLogin = context.customerId() === 0 && FOR_CUSTOMERS.includes(code);
  context.refreshSoon();
  context.show({ offersLogin });
  deps.showToast({
    title: code === 'sold_out' ? TOASTS.soldOut.title : TOASTS.limit.title,
    text: title,
    tone: 'bad',
    ...(offersLogin && { action: { label: cartStoreMessages.signIn, run: deps.logIn } }),
  });
  return { accepted: false, event: { type: 'error', message: title } };
}

/** Returns the gift details of a call. */
const giftOf = ({ gift, giftBefore }: NewLine) => (gift ? { gift } : giftBefore ? { giftOf: giftBefore.lineId } : {});

async function addTo(context: CartStoreContext, cartId: string, step: Step & { kind: 'add' }): Promise<Added | null> {
  const { productId, offerId } = step.line;
  const customerId = context.customerId();
  const result = await context.sendWithRetry((key) =>
    context.calls.addItem({ offer: { offerId }, cartId, productId, customerId, ...giftOf(step.line) }, { idempotencyKey: key }),
  );
  if (result.ok) return { ok: true, cart: result.value.data, created: false };
  return result.status === 404 ? null : result;
}

/** Creates a cart with the line [CART-34]. Tabs take turns, so that the second uses the cart of the first. */
const create = (context: CartStoreContext, step: Step & { kind: 'add' }, deletedId: string | null): Promise<Added> =>
  context.deps.tabs.runExclusive(async () => {
    const { productId, offerId } = step.line;
    const customerId = context.customerId();
    const other = context.cartId();
    const added = other === null || other === deletedId ? null : await addTo(context, other, step);
    if (added) return added;
    context.dispatch({ type: 'create.started' });
    const { storage } = context.deps;
    const giftInput = giftOf(step.line);
    const result = await context.sendWithRetry((key) => {
      // A page that is left before the response would lose the cart's id. Gift details are not stored.
      if (customerId === 0 && Object.keys(giftInput).length === 0) storage.saveUnansweredCreate({ key, offerId, productId });
      return context.calls.create({ offer: { offerId }, productId, customerId, ...giftInput }, { idempotencyKey: key });
    });
    storage.saveUnansweredCreate(null);
    if (!result.ok) return result;
    const cart = result.value.data;
    context.saveCartId(cart.id);
    return { ok: true, cart, created: true };
  });

function addedToast(level: number, { line: { offer } }: Step & { kind: 'add' }) {
  if (level < LOW_STOCK) return TOASTS.addedLow;
  return { title: TOASTS.added.text, text: cartStoreMessages.caseOf(lineName(offer), offer.packSize) };
}

interface ToastText {
  readonly title: string;
  readonly text: string;
}

type AddValidation =
  | { readonly allowed: true /** Cases on hand before the addition. */; readonly level: number }
  | { readonly allowed: false; readonly toast: ToastText /** The cart on screen may be out of date. */; readonly refresh: boolean };

const limitToast = (limit: number): ToastText => ({ title: TOASTS.limit.title, text: TOASTS.limit.text.replace('{n}', String(limit)) });
const disallow = (toast: ToastText, refresh = false): AddValidation => ({ allowed: false, toast, refresh });

/**
 * Decides whether cases of an offer can be added: purchase limit [CART-41], then stock [CART-42]. The server validates the addition
 * too; this check only responds sooner.
 * @param lines the confirmed lines
 * @param isOnline if false, a failed lookup is rethrown so that it is retried
 */
async function validateAdd(
  calls: Pick<Client<typeof cartContract>, 'productDetails' | 'inventoryLevels'>,
  request: { readonly offerId: string; readonly productId: number; readonly cases: number },
  lines: readonly { readonly productId: number; readonly offerId: string; readonly quantity: number }[],
  isOnline: () => boolean,
): Promise<AddValidation> {
  const { productId } = request;
  const unlessOffline = (failure: unknown): null => {
    if (!isOnline()) throw failure;
    return null;
  };
  const [details, levels] = await Promise.all([
    calls.productDetails({ id: productId }).catch(unlessOffline),
    calls.inventoryLevels({ ids: String(productId) }).catch(unlessOffline),
  ]);
  if (!details?.ok) return disallow(TOASTS.limitUnknown);
  const level = levels?.ok ? levels.value.find(({ id }) => id === productId)?.inventory_level : undefined;
  const quantityInCart = lines.reduce((sum, line) => sum + (line.offerId === request.offerId ? line.quantity : 0), 0);
  const error = findLimitError(lines, {
    offerId: request.offerId,
    productId,
    quantity: quantityInCart + request.cases,
    orderQuantityMaximum: details.value.data.order_quantity_maximum,
    availableStock: level ?? Number.POSITIVE_INFINITY,
  });
  if (error?.reason === 'purchase_limit') return disallow(limitToast(error.limit));
  if (level === undefined) return disallow(TOASTS.inventoryFailed);
  if (!error) return { allowed: true, level };
  const remaining = error.left - quantityInCart;
  return remaining > 0
    ? disallow({ title: TOASTS.limit.title, text: cartStoreMessages.casesLeft(remaining) })
    : disallow(TOASTS.soldOut, true);
}

async function add(context: CartStoreContext, step: Step & { kind: 'add' }): Promise<StepResult> {
  const { line } = step;
  const check = await context.sendWithRetry(() =>
    validateAdd(context.calls, { ...line, cases: step.cases }, context.confirmed()?.lineItems ?? [], context.deps.isOnline),
  );
  if (!check.allowed) {
    trackIneligibleAdd(context, step, check.toast.text);
    if (check.refresh) context.refreshSoon();
    context.deps.showToast({ ...check.toast, tone: 'bad', picture: line.offer.imageUrl });
    return { accepted: false, event: { type: 'error', message: check.toast.text } };
  }
  context.dispatch({ type: 'add.started' });
  const cartId = context.cartId();
  const added = (cartId === null ? null : await addTo(context, cartId, step)) ?? (await create(context, step, cartId));
  if (!added.ok) {
    trackIneligibleAdd(context, step, added.code);
    return reject(context, added);
  }
  trackAddedLines(context.confirmed(), added.cart);
  context.deps.showToast({ ...addedToast(check.level, step), tone: 'good', picture: line.offer.imageUrl });
  context.show({ announcement: cartStoreMessages.lineAdded(line.offer.name) });
  const cart = context.confirm(added.cart, null);
  return { accepted: true, event: { type: added.created ? 'create.completed' : 'add.completed', cart } };
}

/** Runs one step. The caller applies the returned event together with the change of intents. */
export async function syncLine(context: CartStoreContext, step: Exclude<Step, { kind: 'nothing' }>): Promise<StepResult> {
  if (step.kind === 'add') return add(context, step);
  const { item, quantity } = step;
  const cartId = context.confirmed()?.id ?? '';
  context.dispatch({ type: `${step.kind}.started` });
  const result = await context.sendWithRetry((key) =>
    step.kind === 'remove'
      ? context.calls.removeItem({ cartId, cartItemId: item.id }, { idempotencyKey: key })
      : context.calls.updateItem({ cartId, cartItemId: item.id, productId: item.productId, quantity }, { idempotencyKey: key }),
  );
  if (!result.ok && result.status !== 404) return reject(context, result);
  if (result.ok && step.kind === 'remove' && !item.addedByPromotion)
    track('Product Removed', { cart_id: cartId, ...productOfItem(item, context.confirmed()) });
  if (result.ok && result.value && step.kind !== 'remove') trackAddedLines(context.confirmed(), result.value.data);
  const cart = result.ok && result.value ? result.value.data : null;
  return { accepted: true, event: { type: `${step.kind}.completed`, cart: context.confirm(cart, cartId) } };
}
