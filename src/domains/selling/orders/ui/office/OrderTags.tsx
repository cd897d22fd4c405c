/** The tags of an order. */
import { type FormEvent, useEffect, useState } from 'react';
import { Button as AriaButton, Input, TextField } from 'react-aria-components';
import { useRevalidator } from 'react-router';
import { orderMessages as text } from '#domains/selling/orders/messages/office.ts';
import type { OfficeOrder, OrderUndo } from '#domains/selling/orders/office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { TagBadge } from '#ui/office/Badge.tsx';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { orderCalls } from './order-calls.ts';

const MAX_TAG_LENGTH = 40;

/** Adds and removes tags, each with an undo. */
function useTags(id: string) {
  const revalidator = useRevalidator();
  const undo = async (made: OrderUndo): Promise<void> => {
    const sent = await orderCalls.restoreOrders({ changes: [{ id, ...made }] });
    const refused = sent.ok ? sent.value.results.find(({ isDone }) => !isDone)?.reason : sent.title;
    if (refused === undefined) toastDone(text.undone);
    else toastFailed(refused);
    await revalidator.revalidate();
  };
  const change = async (changes: { readonly add?: string[]; readonly remove?: string[] }, done: string): Promise<void> => {
    const result = await orderCalls.tagOrder({ id, ...changes });
    if (!result.ok) return toastFailed(result.title);
    const { undo: made } = result.value;
    toastDone(done, made ? () => void undo(made) : undefined);
    await revalidator.revalidate();
  };
  return {
    add: (tag: string) => void change({ add: [tag] }, text.tagAdded(tag)),
    remove: (tag: string) => void change({ remove: [tag] }, text.tagRemoved(tag)),
  };
}

/** Tags that other orders have. */
function useKnownTags(isNeeded: boolean): readonly string[] {
  const [tags, setTags] = useState<readonly string[]>([]);
  useEffect(() => {
    if (isNeeded) void orderCalls.orderTags({}).then((known) => known.ok && setTags(known.value.tags));
  }, [isNeeded]);
  return tags;
}

export function OrderTags({ order }: { readonly order: OfficeOrder }) {
  const may = useMay();
  const canChange = may('orders.write');
  const [tag, setTag] = useState('');
  const [isFocused, setIsFocused] = useState(false);
  const { add, remove } = useTags(order.order.id);
  const known = useKnownTags(isFocused).filter((one) => !order.tags.includes(one));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (tag.trim() === '') return;
    add(tag.trim().toLowerCase());
    setTag('');
  };
  if (!canChange && order.tags.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="tags-heading">
      <div className="panel-head">
        <h2 id="tags-heading">{text.tags}</h2>
      </div>
      <div className="panel-body stack">
        {order.tags.length > 0 && (
          <ul className="act-row">
            {order.tags.map((one) => (
              <li key={one} className="tag-item">
                <TagBadge>{one}</TagBadge>
                {canChange && (
                  <AriaButton className="tag-remove" aria-label={text.removeTag(one)} onPress={() => remove(one)}>
                    <OfficeIcon name="close" />
                  </AriaButton>
                )}
              </li>
            ))}
          </ul>
        )}
        {canChange && (
          <form onSubmit={submit}>
            <TextField aria-label={text.addTag} value={tag} onChange={setTag} maxLength={MAX_TAG_LENGTH} onFocus={() => setIsFocused(true)}>
              <Input className="entry-input" list="known-tags" placeholder={text.addTag} autoComplete="off" />
            </TextField>
            <datalist id="known-tags">
              {known.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </form>
        )}
      </div>
    </section>
  );
}
