/** What can be done with a sheet besides its main action: print, CSV, cancel, take back. */
import { useState } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { stockMessages } from '#domains/selling/stock/messages/office.ts';
import { sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import type { Sheet } from '#domains/selling/stock/sheets-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { MenuAction } from '#ui/office/MenuAction.tsx';
import { saveSheetCsv } from './sheet-csv.ts';
import type { OpenSheet } from './use-sheet.ts';

interface SheetMenuProps {
  readonly sheet: Sheet;
  readonly open: OpenSheet;
}

export function SheetMenu({ sheet, open }: SheetMenuProps) {
  const may = useMay();
  const [isUndoing, setIsUndoing] = useState(false);
  const { kind, state } = sheet;
  const mayWrite = may('stock.write');
  const actions: Readonly<Record<string, () => void>> = {
    print: () => print(),
    csv: () => saveSheetCsv(sheet, open.lines),
    cancel: () => void open.cancel(),
  };
  return (
    <>
      <MenuTrigger>
        <Button icon="more">{stockMessages.more}</Button>
        <Popover className="menu" placement="bottom end">
          <Menu onAction={(key) => actions[String(key)]?.()}>
            <MenuAction id="print" icon="print" label={text.print} />
            <MenuAction id="csv" icon="download" label={text.csv} />
            {mayWrite && state === 'open' && <MenuAction id="cancel" icon="close" label={text.cancel[kind]} />}
          </Menu>
        </Popover>
      </MenuTrigger>
      {mayWrite && state === 'cancelled' && (
        <Button onPress={() => void open.reopen()} isPending={open.isPending}>
          {text.reopen}
        </Button>
      )}
      {mayWrite && state === 'posted' && <Button onPress={() => setIsUndoing(true)}>{text.undo}</Button>}
      {isUndoing && (
        <ConfirmDialog
          title={text.undoTitle[kind]}
          isOpen
          onClose={() => setIsUndoing(false)}
          onConfirm={() => void open.undo().then(() => setIsUndoing(false))}
          action={text.undoAction[kind]}
          consequences={[text.undoText]}
          isPending={open.isPending}
        />
      )}
    </>
  );
}
