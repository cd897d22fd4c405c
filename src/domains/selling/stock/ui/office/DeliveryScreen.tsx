/** A delivery: entered line by line, checked, and received. */
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { sheetListMessages, sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import type { SheetSummary } from '#domains/selling/stock/model/sheet.ts';
import type { Sheet } from '#domains/selling/stock/sheets-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { AddWine } from './AddWine.tsx';
import { DeliveryHead } from './DeliveryHead.tsx';
import type { loadDelivery } from './load-sheets.ts';
import { SaveState } from './SaveState.tsx';
import { SheetLines } from './SheetLines.tsx';
import { SheetMenu } from './SheetMenu.tsx';
import { SheetBadge, sheetName } from './sheet-list-spec.tsx';
import { useSheet } from './use-sheet.ts';
import './sheet.css';
import './stock.css';

/** What receiving does. */
const consequencesOf = (sum: SheetSummary, market: string): string[] => [
  text.receiveText(sum, market),
  ...(sum.different > 0 ? [text.receiveDifferent(sum)] : []),
  ...(sum.lines > sum.entered ? [text.receiveEmpty(sum.lines - sum.entered)] : []),
  text.receiveUndo,
];

function Delivery({ sheet }: { readonly sheet: Sheet }) {
  const may = useMay();
  const [isReviewing, setIsReviewing] = useState(false);
  const open = useSheet(sheet, isReviewing);
  const isEditable = sheet.state === 'open' && may('stock.write');
  const { summary, entries } = open;
  return (
    <div className="screen">
      <PageHeader
        title={sheetName(sheet)}
        parent={{ label: sheetListMessages.titles.delivery, to: listAddress('/stock/deliveries') }}
        badges={<SheetBadge {...sheet} />}
        summary={[
          sheet.market,
          text.startedBy(sheet.author, formatRelative(sheet.createdAt, sheet.timeZone)),
          sheet.postedAt === null ? '' : text.postedOn.delivery(formatRelative(sheet.postedAt, sheet.timeZone)),
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            <SheetMenu sheet={sheet} open={open} />
            {isEditable && (
              <Button
                tone="primary"
                onPress={() => void open.refresh().then(() => setIsReviewing(true))}
                isDisabled={summary.cases === 0 || entries.waiting.length > 0}
              >
                {text.review.delivery}
              </Button>
            )}
          </>
        }
      />
      <div className="stack">
        <DeliveryHead sheet={sheet} isReadOnly={!isEditable} />
        {isEditable && (
          <>
            <AddWine entries={entries} isPaused={isReviewing} />
            <SaveState entries={entries} versionOf={open.versionOf} />
          </>
        )}
        <section className="panel" aria-label={text.linesHeading}>
          {open.lines.length === 0 ? (
            <ScreenState icon="barcode" title={text.noLines.delivery} text={isEditable ? text.noLinesText : ''} />
          ) : (
            <SheetLines
              sheet={sheet}
              lines={open.lines}
              mode={isEditable ? 'entry' : 'closed'}
              waiting={entries.waiting}
              onEnter={entries.enter}
              onRemove={open.remove}
              onDecide={open.decide}
            />
          )}
        </section>
      </div>
      {isReviewing && (
        <ConfirmDialog
          title={text.receiveTitle}
          isOpen
          onClose={() => setIsReviewing(false)}
          onConfirm={() => void open.post().then(() => setIsReviewing(false))}
          action={text.receive(summary.cases)}
          consequences={consequencesOf(summary, sheet.market)}
          isPending={open.isPending}
        />
      )}
    </div>
  );
}

export function DeliveryScreen() {
  const sheet = useLoaderData<typeof loadDelivery>();
  return <Delivery key={sheet.id} sheet={sheet} />;
}
