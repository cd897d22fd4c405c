/** Rules of what staff see of members and do for them. */

/** Who caused an event: the name of a member of staff, `shop` for what happened by itself, or `member`. */
export function actorOf(event: string, data: Readonly<Record<string, unknown>>): string {
  if (typeof data.by === 'string') return data.by;
  return SHOP_EVENTS.has(event) || SHOP_REASONS.has(data.reason) ? 'shop' : 'member';
}

const SHOP_EVENTS: ReadonlySet<string> = new Set(['reminded', 'delivered', 'card_failed', 'sold_out', 'missed']);
/** Reasons of pauses and ends that nobody asked for. */
const SHOP_REASONS: ReadonlySet<unknown> = new Set(['card', 'club', 'unpaid']);

/** Returns true if skipping a delivery has to be explained: the member was told when it is charged. */
export const needsReason = ({ remindedOn }: { readonly remindedOn: string | null }): boolean => remindedOn !== null;
