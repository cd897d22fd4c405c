/** One order: what was bought, what is to do, who bought it and what happened. */
import { lazy, Suspense, useState } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { useLoaderData } from 'react-router';
import { collectionMessages } from '#domains/selling/orders/messages/collection.ts';
import { orderListMessages, PAYMENT_LABELS, STATUS_LABELS, orderMessages as text } from '#domains/selling/orders/messages/office.ts';
import { ORDER_DOCUMENT_LABELS } from '#domains/selling/orders/messages/office-documents.ts';
import { packMessages } from '#domains/selling/orders/messages/packing.ts';
import type { ManualStatus } from '#domains/selling/orders/model/manual-status.ts';
import { ORDER_DOCUMENT_KINDS, type OrderDocumentKind } from '#domains/selling/orders/model/order-document-kind.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { MenuAction } from '#ui/office/MenuAction.tsx';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useRecordActions } from '#ui/office/screen-actions.ts';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { CollectionPanel } from './CollectionPanel.tsx';
import { DeliveryDialog } from './DeliveryDialog.tsx';
import { HandOverDialog } from './HandOverDialog.tsx';
import { LabelsPanel } from './labels/LabelsPanel.tsx';
import type { loadOrder } from './load-order.ts';
import { OrderConflict } from './OrderConflict.tsx';
import { OrderItems } from './OrderItems.tsx';
import { CustomerPanel, MailsPanel, PaymentPanel, ShipmentsPanel } from './OrderSide.tsx';
import { OrderTags } from './OrderTags.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { orderCalls } from './order-calls.ts';
import { PAYMENT_TONES, STATUS_TONES } from './order-tones.ts';
import { ReadyDialog } from './ReadyDialog.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { ShipDialog } from './ShipDialog.tsx';
import { useOrderAction } from './use-order-action.ts';
import { useOrderDocument } from './use-order-document.ts';
import './order.css';

// Few orders are changed, so it is not read with the screen.
const EditItemsDialog = lazy(() => import('./EditItemsDialog.tsx'));

type OpenDialog = 'ready' | 'hand-over' | 'ship' | 'pack' | 'refund' | 'cancel' | 'delivery' | 'items' | null;

interface ActionsProps {
  readonly order: OfficeOrder;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onMark: (status: ManualStatus) => void;
  readonly onPrint: (kind: OrderDocumentKind) => void;
  readonly isPrinting: boolean;
  readonly onDuplicate: (() => void) | undefined;
}

/** Lists the documents that an order has. */
const documentsOf = ({ lines, refunds }: OfficeOrder): readonly OrderDocumentKind[] => [
  ...(lines.some(({ unshipped }) => unshipped > 0) ? ['packing-slip' as const] : []),
  'invoice',
  ...(refunds.some(({ state }) => state === 'done') ? ['credit-note' as const] : []),
];

function OrderActions({ order, onOpen, onMark, onPrint, isPrinting, onDuplicate }: ActionsProps) {
  const may = useMay();
  const { actions } = order;
  const unsent = order.lines.reduce((sum, { unshipped }) => sum + unshipped, 0);
  const statuses = may('orders.ship') ? actions.statuses : [];
  const canCancel = actions.canCancel && may('orders.cancel');
  return (
    <>
      <MenuTrigger>
        <Button icon="more" isPending={isPrinting}>
          {text.more}
        </Button>
        <Popover className="menu" placement="bottom end">
          <Menu
            onAction={(key) => {
              if (key === 'cancel') onOpen('cancel');
              if (key === 'print') print();
              if (key === 'duplicate') onDuplicate?.();
              const document = ORDER_DOCUMENT_KINDS.find((one) => one === key);
              if (document) onPrint(document);
              const status = statuses.find((one) => one === key);
              if (status) onMark(status);
            }}
          >
            {statuses.map((status) => (
              <MenuAction key={status} id={status} icon="tick" label={text.mark(STATUS_LABELS[status])} />
            ))}
            {documentsOf(order).map((kind) => (
              <MenuAction key={kind} id={kind} icon="print" label={ORDER_DOCUMENT_LABELS[kind].one} />
            ))}
            <MenuAction id="print" icon="print" label={text.print} />
            {onDuplicate && <MenuAction id="duplicate" icon="copy" label={text.duplicate} />}
            {canCancel && <MenuAction id="cancel" icon="close" label={text.cancel} isDanger />}
          </Menu>
        </Popover>
      </MenuTrigger>
      {actions.canRefund && may('orders.refund') && (
        <Button icon="refund" onPress={() => onOpen('refund')}>
          {text.refund}
        </Button>
      )}
      {actions.canMakeReady && may('orders.ship') && (
        <Button tone="primary" icon="mail" onPress={() => onOpen('ready')}>
          {collectionMessages.ready}
        </Button>
      )}
      {actions.canHandOver && may('orders.ship') && (
        <Button tone="primary" icon="tick" onPress={() => onOpen('hand-over')}>
          {collectionMessages.handOver}
        </Button>
      )}
      {actions.canShip && may('orders.ship') && (
        <Button icon="barcode" onPress={() => onOpen('pack')}>
          {packMessages.open}
        </Button>
      )}
      {actions.canShip && may('orders.ship') && (
        <Button tone="primary" icon="van" onPress={() => onOpen('ship')}>
          {text.send(unsent)}
        </Button>
      )}
    </>
  );
}

const pathOf = (id: string | null): string | null => (id === null ? null : `/orders/${id}`);

export interface OrderScreenProps {
  /** Begins a draft order with the buyer and the wines of this one. */
  readonly onDuplicate: (id: string) => Promise<void>;
  /** Begins a draft order whose wines are added to this one. */
  readonly onAddWines: (id: string) => Promise<void>;
}

export function OrderScreen({ onDuplicate, onAddWines }: OrderScreenProps) {
  const order = useLoaderData<typeof loadOrder>();
  const may = useMay();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [marked, setMarked] = useState<ManualStatus | null>(null);
  const [isBeginning, setIsBeginning] = useState(false);
  const marking = useOrderAction(order);
  const documents = useOrderDocument();
  const { id, number, status, placedAt } = order.order;
  const close = (): void => setDialog(null);

  const { actions } = order;
  const canEdit = actions.canEditItems && may('orders.refund') && order.order.email !== '';
  const canAdd = actions.canAddItems && may('orders.create') && order.order.email !== '';
  const canDuplicate = may('orders.create') && order.order.email !== '';
  useRecordActions({
    packOrder: actions.canShip && may('orders.ship') && (() => setDialog('pack')),
    shipOrder: actions.canShip && may('orders.ship') && (() => setDialog('ship')),
    refundOrder: actions.canRefund && may('orders.refund') && (() => setDialog('refund')),
    cancelOrder: actions.canCancel && may('orders.cancel') && (() => setDialog('cancel')),
    printOrder: () => print(),
    editItems: canEdit && (() => setDialog('items')),
    addWines: canAdd && (() => void beginDraft(onAddWines)),
    duplicateOrder: canDuplicate && (() => void beginDraft(onDuplicate)),
  });
  // A change while a dialog is open is reported when its action is sent.
  useLiveReload('order', { id, isPaused: dialog !== null });
  const mark = (to: ManualStatus): void => {
    setMarked(to);
    marking.run({
      send: (version) => orderCalls.markOrder({ id, version, status: to }),
      done: text.marked(STATUS_LABELS[to]),
      onDone: () => undefined,
      undo: ({ event }) => orderCalls.unmarkOrder({ id, event }),
    });
  };
  const beginDraft = async (begin: (id: string) => Promise<void>): Promise<void> => {
    if (isBeginning) return;
    setIsBeginning(true);
    await begin(id);
    setIsBeginning(false);
  };
  return (
    <div className="screen order-screen">
      <PageHeader
        title={text.title(number)}
        parent={{ label: orderListMessages.title, to: listAddress('/orders') }}
        badges={
          <>
            <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
            {order.payment.state !== 'paid' && (
              <Badge tone={PAYMENT_TONES[order.payment.state]}>{PAYMENT_LABELS[order.payment.state]}</Badge>
            )}
          </>
        }
        summary={text.placed(formatMoment(placedAt, order.timeZone))}
        log={<ActivityLink kind="order" id={id} />}
        actions={
          <OrderActions
            order={order}
            onOpen={setDialog}
            onMark={mark}
            onPrint={(kind) => documents.save(kind, async () => ({ ok: true, ids: [id] }))}
            isPrinting={documents.isPending || isBeginning}
            onDuplicate={canDuplicate ? () => void beginDraft(onDuplicate) : undefined}
          />
        }
        neighbours={{ previous: pathOf(order.neighbours.previous), next: pathOf(order.neighbours.next) }}
      />
      <FormError error={marking.error} />
      <div className="panel-columns">
        <div className="stack">
          <OrderItems
            order={order}
            onEdit={canEdit ? () => setDialog('items') : undefined}
            onAdd={canAdd ? () => void beginDraft(onAddWines) : undefined}
          />
          <OrderTimeline order={order} />
        </div>
        <div className="stack">
          <CustomerPanel order={order} onChangeDelivery={() => setDialog('delivery')} />
          <CollectionPanel order={order} />
          <LabelsPanel order={order} />
          <ShipmentsPanel order={order} />
          <PaymentPanel order={order} />
          <OrderTags order={order} />
          <MailsPanel order={order} />
        </div>
      </div>
      {(dialog === 'ship' || dialog === 'pack') && <ShipDialog order={order} isPacking={dialog === 'pack'} onClose={close} />}
      {dialog === 'ready' && <ReadyDialog order={order} onClose={close} />}
      {dialog === 'hand-over' && <HandOverDialog order={order} onClose={close} />}
      {dialog === 'refund' && <RefundDialog order={order} onClose={close} />}
      {dialog === 'delivery' && <DeliveryDialog order={order} onClose={close} />}
      {dialog === 'items' && (
        <Suspense>
          <EditItemsDialog order={order} onClose={close} />
        </Suspense>
      )}
      {dialog === 'cancel' && <CancelDialog order={order} onClose={close} />}
      <OrderConflict order={order} action={marking} change={marked === null ? '' : text.mark(STATUS_LABELS[marked])} />
    </div>
  );
}
