/** One wine: its form, what a shopper sees of it, its stock, and what happened to it. */
import { useEffect, useState } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { STATE_LABELS, wineMessages as text, wineListMessages } from '#domains/catalogue/messages/office.ts';
import { followingYear } from '#domains/catalogue/model/next-vintage.ts';
import type { WineChange } from '#domains/catalogue/model/wine-change.ts';
import type { OfficeWine } from '#domains/catalogue/office-contract.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { DEFAULT_MARKET } from '#markets/market.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ColleagueNotice } from '#ui/office/ColleagueNotice.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { MenuAction } from '#ui/office/MenuAction.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useRecordActions } from '#ui/office/screen-actions.ts';
import { useLiveRecord } from '#ui/office/use-live-record.ts';
import { useSavedRecord } from '#ui/office/use-saved-record.ts';
import type { loadWine } from './load-wine.ts';
import { NextVintageDialog } from './NextVintageDialog.tsx';
import { useWineForm } from './use-wine-form.ts';
import { WineForm } from './WineForm.tsx';
import { WineHistory } from './WineHistory.tsx';
import { WinePreview } from './WinePreview.tsx';
import { OrdersPanel, PromotionsPanel, StockPanel, VintagesPanel } from './WineSide.tsx';
import { wineCalls } from './wine-calls.ts';
import { STATE_TONES } from './wine-cells.tsx';
import './wine.css';

type OpenDialog = 'vintage' | 'end' | null;

const pathOf = (id: string | null): string | null => (id === null ? null : `/wines/${id}`);
const nameOf = ({ record: { brand, name, vintage } }: OfficeWine): string => [brand, name, vintage].filter(Boolean).join(' ');

/** Saves with Ctrl or Command and S. */
function useSaveShortcut(save: () => void, isOn: boolean): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (isOn) save();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [save, isOn]);
}

interface MoreProps {
  readonly wine: OfficeWine;
  readonly canWrite: boolean;
  readonly isEnded: boolean;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onShow: () => void;
}

function MoreActions({ wine, canWrite, isEnded, onOpen, onShow }: MoreProps) {
  const navigate = useNavigate();
  const shown = wine.markets.flatMap(({ market, url }) => (url === null ? [] : [{ market, url }]));
  if (!canWrite && shown.length === 0) return null;
  return (
    <MenuTrigger>
      <Button icon="more">{text.more}</Button>
      <Popover className="menu" placement="bottom end">
        <Menu
          onAction={(key) => {
            if (key === 'duplicate') void navigate(`/wines/new?from=${encodeURIComponent(wine.id)}`);
            if (key === 'vintage' || key === 'end') onOpen(key);
            if (key === 'show') onShow();
          }}
        >
          {shown.map(({ market, url }) => (
            <MenuAction key={market} id={`view-${market}`} href={url} target="_blank" icon="external" label={text.view(market)} />
          ))}
          {canWrite && <MenuAction id="duplicate" icon="copy" label={text.duplicate} />}
          {canWrite && followingYear(wine.record.vintage) !== null && <MenuAction id="vintage" icon="right" label={text.nextVintage} />}
          {canWrite && (
            <MenuAction
              id={isEnded ? 'show' : 'end'}
              icon={isEnded ? 'refresh' : 'close'}
              label={isEnded ? text.putOnSale : text.endSale}
              isDanger={!isEnded}
            />
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

export function WineScreen() {
  const loaded = useLoaderData<typeof loadWine>();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const may = useMay();
  const [wine, setSaved] = useSavedRecord(loaded, ({ updatedAt }) => updatedAt);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [isEnding, setIsEnding] = useState(false);
  const form = useWineForm(wine, setSaved);
  const hasNewer = useLiveRecord('offer', {
    id: wine.id,
    isPaused: dialog !== null || isEnding || form.isPending || form.conflict !== null,
    isEditing: form.isDirty,
  });
  const canWrite = may('catalogue.write');
  const [first] = wine.markets;
  const market = first?.market ?? DEFAULT_MARKET;
  const timeZone = first?.timeZone ?? 'UTC';
  const isEnded = wine.markets.every(({ state }) => state === 'ended' || state === 'not_sold');
  const name = nameOf(wine);
  useRecordActions({
    nextVintage: canWrite && followingYear(wine.record.vintage) !== null && (() => setDialog('vintage')),
    duplicateWine: canWrite && (() => void navigate(`/wines/new?from=${encodeURIComponent(wine.id)}`)),
    endSale: canWrite && !isEnded && (() => setDialog('end')),
  });
  useSaveShortcut(form.save, canWrite && form.isDirty && !form.isPending);

  /** Ends the sale or starts it again, with a way back. */
  const change = async (to: WineChange, back: WineChange | null, done: string, version: string): Promise<void> => {
    setIsEnding(true);
    const changed = await wineCalls.changeWine({ id: wine.id, version, market, change: to });
    setIsEnding(false);
    setDialog(null);
    if (!changed.ok) return toastFailed(changed.title);
    const { row } = changed.value;
    toastDone(done, back ? () => void change(back, null, wineListMessages.undone(name), row.version) : undefined);
    await revalidator.revalidate();
  };
  const { startsAt, endsAt } = wine.record;
  return (
    <div className="screen wine-screen">
      <PageHeader
        title={name}
        parent={{ label: wineListMessages.title, to: listAddress('/wines') }}
        badges={wine.markets.map(({ market: where, state }) => (
          <Badge key={where} tone={STATE_TONES[state]}>
            {wine.markets.length > 1 ? `${where}: ${STATE_LABELS[state]}` : STATE_LABELS[state]}
          </Badge>
        ))}
        summary={[text.changedAt(formatMoment(wine.updatedAt, timeZone)), wine.source === '' ? '' : text.importedBy(wine.source)]
          .filter(Boolean)
          .join(' · ')}
        log={<ActivityLink kind="offer" id={wine.id} />}
        actions={
          <>
            <MoreActions
              wine={wine}
              canWrite={canWrite}
              isEnded={isEnded}
              onOpen={setDialog}
              onShow={() => void change({ startsAt: null, endsAt: null }, { startsAt, endsAt }, text.onSale, wine.version)}
            />
            {form.isDirty && <Button onPress={form.discard}>{text.discard}</Button>}
            {canWrite && (
              <Button tone="primary" onPress={form.save} isPending={form.isPending} isDisabled={!form.isDirty}>
                {text.save}
              </Button>
            )}
          </>
        }
        isEditor
        neighbours={{ previous: pathOf(wine.neighbours.previous), next: pathOf(wine.neighbours.next) }}
      />
      <FormError error={form.error} />
      <ColleagueNotice isShown={hasNewer} />
      {!canWrite && <p className="notice">{text.readOnly}</p>}
      {canWrite && wine.foreignMarkets.length > 0 && <p className="notice notice-wait">{text.foreign(wine.foreignMarkets.join(', '))}</p>}
      <div className="panel-columns">
        <div className="stack">
          <WineForm
            draft={form.draft}
            issues={form.issues}
            markets={wine.markets.map((one) => one.market)}
            isReadOnly={!canWrite}
            isNew={false}
            onChange={form.change}
          />
          <WineHistory key={wine.id} wine={wine} canWrite={canWrite} />
        </div>
        <div className="stack">
          <WinePreview key={wine.id} record={form.record} markets={[market, ...wine.markets.slice(1).map((one) => one.market)]} />
          <StockPanel wine={wine} />
          <VintagesPanel wine={wine} />
          <OrdersPanel wine={wine} />
          <PromotionsPanel wine={wine} />
        </div>
      </div>
      <UnsavedGuard isDirty={form.isDirty} />
      {dialog === 'vintage' && <NextVintageDialog wine={wine} name={name} onClose={() => setDialog(null)} />}
      <ConfirmDialog
        title={text.endTitle}
        isOpen={dialog === 'end'}
        onClose={() => setDialog(null)}
        onConfirm={() => void change({ endsAt: new Date().toISOString() }, { endsAt }, text.ended, wine.version)}
        action={text.endSale}
        consequences={text.endConsequences(wine.vintages.some(({ state }) => state === 'on_sale'))}
        isDanger
        isPending={isEnding}
      />
      <ConflictDialog
        title={form.conflict?.title ?? null}
        fields={form.conflict?.fields ?? []}
        onKeepTheirs={form.keepTheirs}
        onKeepYours={form.keepYours}
        isPending={form.isPending}
      />
    </div>
  );
}
