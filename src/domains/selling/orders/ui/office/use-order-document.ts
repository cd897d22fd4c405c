/** Saves documents about orders as PDF files. */
import { useState } from 'react';
import { orderDocumentOfficeMessages as text } from '#domains/selling/orders/messages/office-documents.ts';
import { MAX_DOCUMENT_ORDERS, type OrderDocumentKind } from '#domains/selling/orders/model/order-document-kind.ts';
import type { CollectedKeys } from '#ui/office/grid/collect-keys.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { savePdf } from '#ui/office/save-file.ts';
import { orderCalls } from './order-calls.ts';

export interface OrderDocuments {
  readonly isPending: boolean;
  /** @param collect returns the ids of the orders */
  readonly save: (kind: OrderDocumentKind, collect: () => Promise<CollectedKeys>) => void;
}

export function useOrderDocument(): OrderDocuments {
  const [isPending, setIsPending] = useState(false);

  const save = async (kind: OrderDocumentKind, collect: () => Promise<CollectedKeys>): Promise<void> => {
    const collected = await collect();
    if (!collected.ok) return toastFailed(collected.title);
    if (collected.ids.length > MAX_DOCUMENT_ORDERS) return toastFailed(text.tooMany(MAX_DOCUMENT_ORDERS));
    const made = await orderCalls.orderDocument({ kind, ids: collected.ids.join(',') });
    if (!made.ok) return toastFailed(made.title);
    const { fileName, content, omitted } = made.value;
    savePdf(fileName, content);
    toastDone(omitted.length === 0 ? text.saved(fileName) : text.savedWithout(fileName, omitted));
  };

  return {
    isPending,
    save: (kind, collect) => {
      setIsPending(true);
      void save(kind, collect).finally(() => setIsPending(false));
    },
  };
}
