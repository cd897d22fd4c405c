/** A count: entered by several people while the shop sells, reviewed, and applied. */
import { useState } from 'react';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { sheetListMessages, sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import { differenceOf } from '#domains/selling/stock/model/sheet.ts';
import type { Sheet, SheetLine } from '#domains/selling/stock/sheets-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { TextField } from '#ui/office/form/fields.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { Segmented } from '#ui/office/Segmented.tsx';
import { AddWine } from './AddWine.tsx';
import type { loadCount } from './load-sheets.ts';
import { SaveState } from './SaveState.tsx';
import { formatValue, SheetLines } from './SheetLines.tsx';
import { SheetMenu } from './SheetMenu.tsx';
import { SheetBadge, sheetName, sheetPath } from './sheet-list-spec.tsx';
import { stockName } from './stock-name.ts';
import { type OpenSheet, useSheet } from './use-sheet.ts';
import './sheet.css';
import './stock.css';

type Shown = keyof typeof text.shown;

const FILTERS: Readonly<Record<Shown, (line: SheetLine) => boolean>> = {
  all: () => true,
  open: ({ quantity }) => quantity === null,
  entered: ({ quantity }) => quantity !== null,
  different: (line) => line.quantity !== null && ((differenceOf(line) ?? 0) !== 0 || line.conflict !== null),
};

/** The wines of a count, with what of them is shown. */
function CountLines({
  sheet,
  open,
  mode,
}: {
  readonly sheet: Sheet;
  readonly open: OpenSheet;
  readonly mode: 'entry' | 'review' | 'closed';
}) {
  const [shown, setShown] = useState<Shown>(mode === 'entry' ? 'all' : 'different');
  const [query, setQuery] = useState('');
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const lines = open.lines.filter(
    (line) => FILTERS[shown](line) && words.every((word) => `${stockName(line)} ${line.sku} ${line.gtin}`.toLowerCase().includes(word)),
  );
  const choices: readonly Shown[] = mode === 'entry' ? ['all', 'open', 'entered'] : ['different', 'entered', 'open', 'all'];
  return (
    <section className="panel" aria-label={text.linesHeading}>
      {open.lines.length === 0 ? (
        <ScreenState icon="barcode" title={text.noLines.count} text={mode === 'entry' ? text.noLinesText : ''} />
      ) : (
        <>
          <div className="sheet-filter">
            <Segmented
              label={text.show}
              options={choices.map((value) => ({ value, label: text.shown[value] }))}
              value={shown}
              onChange={setShown}
            />
            <TextField label={text.search} value={query} onChange={setQuery} autoComplete="off" />
          </div>
          {lines.length === 0 ? (
            <p className="panel-body text-muted">{text.noneShown}</p>
          ) : (
            <SheetLines
              sheet={sheet}
              lines={lines}
              mode={mode}
              waiting={open.entries.waiting}
              onEnter={open.entries.enter}
              onRemove={open.remove}
              onDecide={open.decide}
            />
          )}
        </>
      )}
    </section>
  );
}

/** What the review says above the lines. */
function Summary({ sheet, open: { summary } }: { readonly sheet: Sheet; readonly open: OpenSheet }) {
  return (
    <div className="panel panel-body sheet-body stack" role="status">
      <p>
        <strong>{text.summary(summary)}</strong>
      </p>
      {summary.different > 0 && <p>{text.summaryValue(formatValue(sheet, summary.differenceCents), summary.unpriced)}</p>}
      {summary.lines > summary.entered && <p className="text-muted">{text.uncounted(summary.lines - summary.entered)}</p>}
      {sheet.state === 'open' && summary.undecided > 0 && <p className="notice notice-wait">{text.undecided(summary.undecided)}</p>}
    </div>
  );
}

function Count({ sheet }: { readonly sheet: Sheet }) {
  const may = useMay();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [isPosting, setIsPosting] = useState(false);
  const open = useSheet(sheet, isPosting);
  const { summary, entries } = open;
  const isEditable = sheet.state === 'open' && may('stock.write');
  const isReview = sheet.state === 'open' && (params.has('review') || !isEditable);
  const mode = sheet.state !== 'open' ? 'closed' : isReview ? 'review' : 'entry';
  return (
    <div className="screen">
      <PageHeader
        title={sheetName(sheet)}
        parent={{ label: sheetListMessages.titles.count, to: listAddress('/stock/counts') }}
        badges={
          <>
            <SheetBadge {...sheet} />
            {sheet.isBlind && <Badge>{text.blind}</Badge>}
          </>
        }
        summary={[
          sheet.market,
          sheetListMessages.counted(open.lines.filter(({ quantity }) => quantity !== null).length, summary.lines),
          text.startedBy(sheet.author, formatRelative(sheet.createdAt, sheet.timeZone)),
          sheet.postedAt === null ? '' : text.postedOn.count(formatRelative(sheet.postedAt, sheet.timeZone)),
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            <SheetMenu sheet={sheet} open={open} />
            {isEditable &&
              (isReview ? (
                <>
                  <Button onPress={() => void navigate(sheetPath(sheet))}>{text.backToCounting}</Button>
                  <Button
                    tone="primary"
                    onPress={() => setIsPosting(true)}
                    isDisabled={summary.entered === 0 || summary.undecided > 0 || entries.waiting.length > 0}
                  >
                    {text.post}
                  </Button>
                </>
              ) : (
                <Button
                  tone="primary"
                  onPress={() => void navigate(`${sheetPath(sheet)}?review`)}
                  isDisabled={summary.entered === 0 || entries.waiting.length > 0}
                >
                  {text.review.count}
                </Button>
              ))}
          </>
        }
      />
      <div className="stack">
        {mode === 'entry' ? <AddWine entries={entries} isPaused={false} /> : <Summary sheet={sheet} open={open} />}
        {isEditable && <SaveState entries={entries} versionOf={open.versionOf} />}
        <CountLines key={mode} sheet={sheet} open={open} mode={mode} />
      </div>
      {isPosting && (
        <ConfirmDialog
          title={text.postTitle}
          isOpen
          onClose={() => setIsPosting(false)}
          onConfirm={() => void open.post().then(() => setIsPosting(false))}
          action={text.post}
          consequences={[
            text.summary(summary),
            ...(summary.lines > summary.entered ? [text.uncounted(summary.lines - summary.entered)] : []),
            text.postText,
          ]}
          isPending={open.isPending}
        />
      )}
    </div>
  );
}

export function CountScreen() {
  const sheet = useLoaderData<typeof loadCount>();
  return <Count key={sheet.id} sheet={sheet} />;
}
