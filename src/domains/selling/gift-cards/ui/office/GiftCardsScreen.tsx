/** The list of gift cards, and what they are still worth. */
import { useCallback, useMemo, useState } from 'react';
import { useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { giftCardListMessages as text } from '#domains/selling/gift-cards/messages/office.ts';
import type { GiftCardRow } from '#domains/selling/gift-cards/office-contract.ts';
import { formatAmount } from '#domains/selling/store-credit/model/format-amount.ts';
import { CreditTabs } from '#domains/selling/store-credit/ui/office/CreditTabs.tsx';
import { LiabilityStrip } from '#domains/selling/store-credit/ui/office/LiabilityStrip.tsx';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { Button } from '#ui/office/Button.tsx';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { toListInput } from '#ui/office/grid/grid-state.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { useShownRows } from '#ui/office/grid/use-shown-rows.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { BulkGiftCards } from './BulkGiftCards.tsx';
import { ExportGiftCards } from './ExportGiftCards.tsx';
import { giftCardCalls } from './gift-card-calls.ts';
import { GIFT_CARD_COLUMNS, GIFT_CARD_LIMITS, GIFT_CARD_VIEWS, giftCardFilters } from './gift-card-list-spec.tsx';
import type { loadGiftCards } from './load-gift-cards.ts';

const keyOf = ({ id }: GiftCardRow): string => id;
const versionOf = ({ version }: GiftCardRow): number => version;
const nameOf = ({ ending }: GiftCardRow): string => text.rowName(ending);
const pathOf = ({ id }: GiftCardRow): string => `/gift-cards/${id}`;

type Sum = Awaited<ReturnType<typeof loadGiftCards>>['liability'][number];

const detailOf = ({ market, cards, expiring }: Sum): string =>
  expiring > 0 ? `${text.active(cards)} · ${text.expiring(formatAmount(market, expiring))}` : text.active(cards);

export function GiftCardsScreen() {
  const { first, input, liability } = useLoaderData<typeof loadGiftCards>();
  const me = useMe();
  const may = useMay();
  const navigate = useNavigate();
  const [isExporting, setIsExporting] = useState(false);
  const changed = useChangedRows('gift_card', first);
  const grid = useListGrid('gift_cards', GIFT_CARD_LIMITS, GIFT_CARD_VIEWS);
  const filters = useMemo(() => giftCardFilters(me.markets), [me.markets]);
  const revalidator = useRevalidator();
  const shown = useShownRows(
    first,
    useCallback((cursor: string) => giftCardCalls.giftCards({ ...input, cursor, limit: PAGE_ROWS }), [input]),
    keyOf,
    versionOf,
  );
  const issue = may('credit.write') && (
    <Button tone="primary" icon="plus" onPress={() => void navigate('/gift-cards/new')}>
      {text.issue}
    </Button>
  );
  return (
    <div className="list-screen">
      <PageHeader title={text.title} actions={issue} />
      <CreditTabs />
      <LiabilityStrip sums={liability.map((sum) => ({ ...sum, detail: detailOf(sum) }))} />
      <DataGrid
        label={text.title}
        path="/gift-cards"
        noun={text.noun}
        columns={GIFT_CARD_COLUMNS}
        filters={filters}
        {...grid}
        first={first}
        loadPage={shown.loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        {...(may('credit.write')
          ? {
              bulkActions: (target: BulkTarget) => (
                <BulkGiftCards target={target} input={toListInput(grid.state)} shown={shown} onDone={() => void revalidator.revalidate()} />
              ),
            }
          : {})}
        {...(may('credit.export') ? { onExport: () => setIsExporting(true) } : {})}
        changedRows={changed}
        empty={
          <ScreenState icon="cards" title={text.emptyTitle} text={text.emptyText}>
            {issue}
          </ScreenState>
        }
      />
      {isExporting && <ExportGiftCards input={toListInput(grid.state)} onClose={() => setIsExporting(false)} />}
    </div>
  );
}
