/** Saves labels and manifests as PDF files. */
import { labelMessages as text } from '#domains/selling/orders/messages/labels.ts';
import { MAX_LABEL_ORDERS } from '#domains/selling/orders/model/labels/label.ts';
import type { Market } from '#markets/market.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { saveFile } from '#ui/office/save-file.ts';
import { bytesOf } from '../bytes-of.ts';
import { labelCalls } from './label-calls.ts';

/** Saves the bought labels of orders. */
export async function saveLabels(orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > MAX_LABEL_ORDERS) return toastFailed(text.tooMany(MAX_LABEL_ORDERS));
  const made = await labelCalls.labelDocument({ orders: orderIds.join(',') });
  if (!made.ok) return toastFailed(made.title);
  const { fileName, content, omitted } = made.value;
  saveFile(fileName, bytesOf(content), 'application/pdf');
  toastDone(omitted.length === 0 ? text.saved(fileName) : text.savedWithout(fileName, omitted));
}

/** Saves the manifest of a day. */
export async function saveManifest(market: Market, day: string): Promise<void> {
  const made = await labelCalls.manifestDocument({ market, day });
  if (!made.ok) return toastFailed(made.title);
  saveFile(made.value.fileName, bytesOf(made.value.content), 'application/pdf');
  toastDone(text.saved(made.value.fileName));
}
