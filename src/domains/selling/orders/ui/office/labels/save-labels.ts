/** Saves labels and manifests as PDF files. */
import { labelMessages as text } from '#domains/selling/orders/messages/labels.ts';
import { MAX_LABEL_ORDERS } from '#domains/selling/orders/model/labels/label.ts';
import type { Market } from '#markets/market.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { savePdf } from '#ui/office/save-file.ts';
import { labelCalls } from './label-calls.ts';

/** Saves the bought labels of orders. */
export async function saveLabels(orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > MAX_LABEL_ORDERS) return toastFailed(text.tooMany(MAX_LABEL_ORDERS));
  const made = await labelCalls.labelDocument({ orders: orderIds.join(',') });
  if (!made.ok) return toastFailed(made.title);
  const { fileName, content, omitted } = made.value;
  savePdf(fileName, content);
  toastDone(omitted.length === 0 ? text.saved(fileName) : text.savedWithout(fileName, omitted));
}

/** Saves the manifest of a day. */
export async function saveManifest(market: Market, day: string): Promise<void> {
  const made = await labelCalls.manifestDocument({ market, day });
  if (!made.ok) return toastFailed(made.title);
  savePdf(made.value.fileName, made.value.content);
  toastDone(text.saved(made.value.fileName));
}
