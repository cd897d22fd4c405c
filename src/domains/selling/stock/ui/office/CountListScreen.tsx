import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { sheetListMessages } from '#domains/selling/stock/messages/sheets.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { useScreenActions } from '#ui/office/screen-actions.ts';
import type { countList } from './load-sheets.ts';
import { SheetListScreen } from './SheetListScreen.tsx';
import { StartCountDialog } from './StartCountDialog.tsx';

/** The list of counts. One that is started here has no wines yet: they are scanned. */
export function CountListScreen() {
  const may = useMay();
  const [isStarting, setIsStarting] = useState(false);
  const mayStart = may('stock.write');
  useScreenActions({ startCount: mayStart && (() => setIsStarting(true)) });
  return (
    <>
      <SheetListScreen
        kind="count"
        data={useLoaderData<typeof countList.loader>()}
        action={
          mayStart ? (
            <Button tone="primary" icon="plus" onPress={() => setIsStarting(true)}>
              {sheetListMessages.startCount}
            </Button>
          ) : null
        }
      />
      {isStarting && (
        <StartCountDialog count={0} collect={() => Promise.resolve({ ok: true, ids: [] })} onClose={() => setIsStarting(false)} />
      )}
    </>
  );
}
