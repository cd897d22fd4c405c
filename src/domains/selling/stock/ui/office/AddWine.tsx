/** Adds wines to a sheet: by scanner, by camera, or by a name, SKU or bar code that is typed. */
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import type { SheetWine } from '#domains/selling/stock/sheets-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { TextField } from '#ui/office/form/fields.tsx';
import { CameraButton } from '#ui/office/scan/CameraButton.tsx';
import { useWedge } from '#ui/office/scan/use-wedge.ts';
import { sheetCalls } from './sheet-calls.ts';
import { stockName } from './stock-name.ts';
import type { SheetEntries } from './use-sheet-entries.ts';

/** Pause after the last key before wines are searched, in ms. */
const SEARCH_PAUSE_MS = 200;
const MIN_SEARCH = 2;

export function AddWine({ entries, isPaused }: { readonly entries: SheetEntries; readonly isPaused: boolean }) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly SheetWine[] | null>(null);
  const listId = useId();
  const query = typed.trim();
  const scan = (code: string): void => entries.enter({ mode: 'add', value: 1, code });
  useWedge(scan, !isPaused);

  useEffect(() => {
    setFound(null);
    if (query.length < MIN_SEARCH) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void sheetCalls.findSheetWines({ q: query }).then((result) => isCurrent && result.ok && setFound(result.value.rows));
    }, SEARCH_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query]);

  const choose = (wine: SheetWine): void => {
    entries.enter({ mode: 'add', value: 1, productId: wine.productId, name: stockName(wine) });
    setTyped('');
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || query === '') return;
    event.preventDefault();
    const [only] = found ?? [];
    if (found?.length === 1 && only) choose(only);
    else if (found === null || found.length === 0) {
      // Typed faster than the search, or without a connection: the code is looked up when it is saved.
      scan(query);
      setTyped('');
    }
  };
  const { last } = entries;
  return (
    <section className="panel sheet-add" aria-label={text.addLabel}>
      <div className="panel-body sheet-body stack">
        <div className="sheet-add-field">
          <TextField
            label={text.addLabel}
            hint={text.addHint}
            value={typed}
            onChange={setTyped}
            onKeyDown={handleKey}
            maxLength={80}
            autoComplete="off"
          />
          <CameraButton onCode={scan} />
        </div>
        {found !== null && (
          <ul className="sheet-found" id={listId} aria-label={text.found}>
            {found.map((wine) => (
              <li key={wine.productId}>
                <Button onPress={() => choose(wine)}>
                  <span className="cell-two">
                    <span>{stockName(wine)}</span>
                    <span className="text-muted small">{[wine.sku, wine.gtin].filter(Boolean).join(' · ')}</span>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div role="status" className="sheet-last">
          {found?.length === 0 && <p className="text-muted">{text.notFound(query)}</p>}
          {last !== null && (
            <p>{text.entered(stockName(last.line), (last.entry.field === 'expected' ? last.line.expected : last.line.quantity) ?? 0)}</p>
          )}
        </div>
        {last?.entry.mode === 'add' && last.entry.value === 1 && (
          <div>
            <Button
              tone="quiet"
              icon="refund"
              onPress={() => entries.enter({ mode: 'add', value: -1, productId: last.line.productId, name: stockName(last.line) })}
            >
              {text.takeOneBack}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
