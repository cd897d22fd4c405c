/** A wine's stock in a market: figures, what holds it, and the ledger of every change. */
import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { stockMessages, itemMessages as text } from '#domains/selling/stock/messages/office.ts';
import type { StockItem } from '#domains/selling/stock/office-contract.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useRecordActions } from '#ui/office/screen-actions.ts';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { AdjustDialog } from './AdjustDialog.tsx';
import { BinDialog } from './BinDialog.tsx';
import { CountDialog } from './CountDialog.tsx';
import type { loadStockItem } from './load-stock.ts';
import { StockLedger } from './StockLedger.tsx';
import { FiguresPanel, HoldsPanel, OffersPanel } from './StockPanels.tsx';
import { StateBadges } from './stock-list-spec.tsx';
import { stockName } from './stock-name.ts';
import { ThresholdDialog } from './ThresholdDialog.tsx';
import './stock.css';

/** Returns the wine's own threshold, null for the default of the market. */
const ownThreshold = ({ isOwnThreshold, threshold }: StockItem): number | null => (isOwnThreshold ? threshold : null);

type OpenDialog = 'adjust' | 'bin' | 'count' | 'threshold' | null;

const pathOf = (id: string | null): string | null => (id === null ? null : `/stock/${id}`);

export function StockItemScreen() {
  const { item, ledger } = useLoaderData<typeof loadStockItem>();
  const may = useMay();
  const revalidator = useRevalidator();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = (): void => setDialog(null);
  const { neighbours } = item;

  const mayWrite = may('stock.write');
  useRecordActions({
    adjustStock: mayWrite && (() => setDialog('adjust')),
    countStock: mayWrite && (() => setDialog('count')),
    setThreshold: mayWrite && (() => setDialog('threshold')),
    setBin: mayWrite && (() => setDialog('bin')),
  });
  // Orders take and return cases. A dialog keeps what it shows until it is sent.
  useLiveReload('order', { isPaused: dialog !== null });
  useLiveReload('stock', { id: item.id, isPaused: dialog !== null });
  return (
    <div className="screen">
      <PageHeader
        title={stockName(item)}
        parent={{ label: stockMessages.title, to: listAddress('/stock') }}
        badges={item.states.length > 0 && <StateBadges states={item.states} />}
        summary={[item.market, item.sku, item.gtin].filter(Boolean).join(' · ')}
        log={<ActivityLink kind="stock" id={item.id} />}
        actions={
          mayWrite && (
            <>
              <Button onPress={() => setDialog('bin')}>{stockMessages.setBin}</Button>
              <Button onPress={() => setDialog('threshold')}>{text.setThreshold}</Button>
              <Button onPress={() => setDialog('count')}>{text.setCount}</Button>
              <Button tone="primary" onPress={() => setDialog('adjust')}>
                {text.adjust}
              </Button>
            </>
          )
        }
        neighbours={{ previous: pathOf(neighbours.previous), next: pathOf(neighbours.next) }}
      />
      <div className="panel-columns">
        <div className="stack">
          <FiguresPanel item={item} />
          <StockLedger key={item.id} item={item} first={ledger} />
        </div>
        <div className="stack">
          <HoldsPanel item={item} />
          <OffersPanel item={item} />
        </div>
      </div>
      {dialog === 'adjust' && <AdjustDialog item={item} onClose={close} />}
      {dialog === 'bin' && <BinDialog item={item} onClose={close} onDone={() => void revalidator.revalidate()} />}
      {dialog === 'count' && <CountDialog item={item} onClose={close} />}
      {dialog === 'threshold' && (
        <ThresholdDialog id={item.id} own={ownThreshold(item)} onClose={close} onDone={() => void revalidator.revalidate()} />
      )}
    </div>
  );
}
