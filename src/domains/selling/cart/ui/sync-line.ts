/** One call about a line: asked before, sent until answered, and its refusal told (SPEC.md §4, §8). */
import { track } from '#domains/outbound/analytics/ui/track.ts';
import type { Cart } from '../contract.ts';
import { cartStoreMessages, TOASTS } from '../messages.ts';
import type { CartEvent } from '../model/cart-reducer.ts';
import type { NewLine, Step } from '../model/line-intents.ts';
import { lineName } from '../model/line-name.ts';
import { productOfItem, trackAddedLines, trackIneligibleAdd } from './cart-events.ts';
import type { CartStoreContext } from './cart-store-types.ts';
import { validateAdd } from './validate-add.ts';

export interface StepResult {
  readonly accepted: boolean;
  readonly event: CartEvent;
}

/** Below this many cases the shopper is told to hurry (SPEC.md §9 "Low inventory threshold"). */
const LOW_STOCK = 10;

interface Refusal {
  readonly code: string;
  readonly title: string;
}
type Added = { readonly ok: true; readonly cart: Cart; readonly created: boolean } | ({ readonly ok: false } & Refusal);

/** Refusals that somebody signed in may not meet. */
const FOR_CUSTOMERS: readonly string[] = ['offer_needs_login', 'offer_not_eligible', 'token_missing'];

/** Say why not, with the way through the sign-in where that may help, and read the cart again: it may be out of date. */
function refused(context: CartStoreContext, { code, title }: Refusal): StepResult {
  const { ports } = context;
  const offersLogin = context.customerId() === 0 && FOR_CUSTOMERS.includes(code);
  context.refreshSoon();
  context.show({ offersLogin });
  ports.say({
    title: code === 'sold_out' ? TOASTS.soldOut.title : TOASTS.limit.title,
    text: title,
    tone: 'bad',
    ...(offersLogin && { action: { label: cartStoreMessages.signIn, run: ports.logIn } }),
  });
  return { accepted: false, event: { type: 'error', message: title } };
}

/** Whom a card is for, as the calls take it. */
const giftOf = ({ gift, giftBefore }: NewLine) => (gift ? { gift } : giftBefore ? { giftOf: giftBefore.lineId } : {});

async function addTo(context: CartStoreContext, cartId: string, step: Step & { kind: 'add' }): Promise<Added | null> {
  const { productId, offerId } = step.line;
  const customerId = context.customerId();
  const result = await context.deliver((key) =>
    context.calls.addItem({ offer: { offerId }, cartId, productId, customerId, ...giftOf(step.line) }, { idempotencyKey: key }),
  );
  if (result.ok) return { ok: true, cart: result.value.data, created: false };
  return result.status === 404 ? null : result;
}

/** Create a cart with the line. Tabs take turns, and one that comes second uses the first one's cart. */
const create = (context: CartStoreContext, step: Step & { kind: 'add' }, gone: string | null): Promise<Added> =>
  context.ports.tabs.alone(async () => {
    const { productId, offerId } = step.line;
    const customerId = context.customerId();
    const other = context.cartId();
    const added = other === null || other === gone ? null : await addTo(context, other, step);
    if (added) return added;
    context.dispatch({ type: 'create.started' });
    const { storage } = context.ports;
    const forWhom = giftOf(step.line);
    const result = await context.deliver((key) => {
      // A page that is left before the answer comes would lose the id of the cart. Whom a gift card is for is not written down.
      if (customerId === 0 && Object.keys(forWhom).length === 0) storage.keepUnansweredCreate({ key, offerId, productId });
      return context.calls.create({ offer: { offerId }, productId, customerId, ...forWhom }, { idempotencyKey: key });
    });
    storage.keepUnansweredCreate(null);
    if (!result.ok) return result;
    const cart = result.value.data;
    context.saveCartId(cart.id);
    return { ok: true, cart, created: true };
  });

function addedWords(level: number, { line: { offer } }: Step & { kind: 'add' }) {
  if (level < LOW_STOCK) return TOASTS.addedLow;
  return { title: TOASTS.added.text, text: cartStoreMessages.caseOf(lineName(offer), offer.packSize) };
}

async function add(context: CartStoreContext, step: Step & { kind: 'add' }): Promise<StepResult> {
  const { line } = step;
  const check = await context.deliver(() =>
    validateAdd(context.calls, { ...line, cases: step.cases }, context.confirmed()?.lineItems ?? [], context.ports.isOnline),
  );
  if (!check.allowed) {
    trackIneligibleAdd(context, step, check.says.text);
    if (check.refresh) context.refreshSoon();
    context.ports.say({ ...check.says, tone: 'bad', picture: line.offer.imageUrl });
    return { accepted: false, event: { type: 'error', message: check.says.text } };
  }
  context.dispatch({ type: 'add.started' });
  const cartId = context.cartId();
  const added = (cartId === null ? null : await addTo(context, cartId, step)) ?? (await create(context, step, cartId));
  if (!added.ok) {
    trackIneligibleAdd(context, step, added.code);
    return refused(context, added);
  }
  trackAddedLines(context.confirmed(), added.cart);
  context.ports.say({ ...addedWords(check.level, step), tone: 'good', picture: line.offer.imageUrl });
  context.show({ announcement: cartStoreMessages.lineAdded(line.offer.name) });
  const cart = context.confirm(added.cart, null);
  return { accepted: true, event: { type: added.created ? 'create.completed' : 'add.completed', cart } };
}

/** Take one step. The returned event is dispatched together with the change of intents, so that no state between shows. */
export async function syncLine(context: CartStoreContext, step: Exclude<Step, { kind: 'nothing' }>): Promise<StepResult> {
  if (step.kind === 'add') return add(context, step);
  const { item, quantity } = step;
  const cartId = context.confirmed()?.id ?? '';
  context.dispatch({ type: `${step.kind}.started` });
  const result = await context.deliver((key) =>
    step.kind === 'remove'
      ? context.calls.removeItem({ cartId, cartItemId: item.id }, { idempotencyKey: key })
      : context.calls.updateItem({ cartId, cartItemId: item.id, productId: item.productId, quantity }, { idempotencyKey: key }),
  );
  if (!result.ok && result.status !== 404) return refused(context, result);
  if (result.ok && step.kind === 'remove' && !item.addedByPromotion)
    track('Product Removed', { cart_id: cartId, ...productOfItem(item, context.confirmed()) });
  if (result.ok && result.value && step.kind !== 'remove') trackAddedLines(context.confirmed(), result.value.data);
  const answered = result.ok && result.value ? result.value.data : null;
  return { accepted: true, event: { type: `${step.kind}.completed`, cart: context.confirm(answered, cartId) } };
}
