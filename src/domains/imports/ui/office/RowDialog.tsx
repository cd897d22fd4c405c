/** One row of the difference: everything that changes, or for a rejected row its cells to correct. */
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { importMessages as text } from '#domains/imports/messages/office.ts';
import type { DifferenceRow } from '#domains/imports/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { importCalls } from './import-calls.ts';
import { fieldLabel, ROW_COLUMNS, valueText } from './row-list-spec.tsx';

interface RowDialogProps {
  readonly importId: number;
  readonly row: DifferenceRow;
  readonly canFix: boolean;
  readonly onClose: () => void;
}

interface RejectedRow {
  readonly raw: string;
  readonly headers: readonly string[];
  readonly cells: readonly string[];
}

/** Columns of the list that are facts of a row, and whether a row has them. */
const FACTS: Readonly<Record<string, (row: DifferenceRow) => boolean>> = {
  outcome: () => true,
  line: ({ line }) => line > 0,
  price: ({ newPrice }) => newPrice !== null,
  change: ({ priceChange }) => priceChange !== null,
  margin: ({ margin }) => margin !== null,
};

function RowFacts({ row }: { readonly row: DifferenceRow }) {
  return (
    <dl className="facts">
      {ROW_COLUMNS.filter(({ key }) => FACTS[key]?.(row) === true).map(({ key, label, render }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{render(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

function ChangedFields({ row }: { readonly row: DifferenceRow }) {
  return (
    <dl className="facts">
      {row.changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fieldLabel(field)}</dt>
          <dd>
            <span className="text-muted">{valueText(before)}</span> {text.arrow} {valueText(after)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function RejectedForm({ importId, row, onClose }: Omit<RowDialogProps, 'canFix'>) {
  const revalidator = useRevalidator();
  const [rejected, setRejected] = useState<RejectedRow | null>(null);
  const [reason, setReason] = useState(row.reason);
  const [column, setColumn] = useState(row.column);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  useEffect(() => {
    void importCalls.importRejectedRow({ id: importId, seq: row.seq }).then((result) => {
      if (result.ok) setRejected(result.value);
      else setError(result.title);
    });
  }, [importId, row.seq]);
  const isComparedAgain = row.code === 'changed-since';

  const check = async (): Promise<void> => {
    if (rejected === null) return;
    setIsPending(true);
    const { raw, headers, cells } = rejected;
    const correction = isComparedAgain ? {} : headers.length > 0 ? { cells: [...cells] } : { raw };
    const result = await importCalls.fixImportRow({ id: importId, seq: row.seq, ...correction });
    setIsPending(false);
    if (!result.ok) return setError(result.title);
    await revalidator.revalidate();
    if (result.value.row.outcome !== 'rejected') {
      toastDone(text.fixed);
      return onClose();
    }
    setReason(result.value.row.reason);
    setColumn(result.value.row.column);
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <FormError error={error ?? (rejected?.headers.includes(column) ? null : reason)} />
      {rejected !== null && rejected.headers.length === 0 && !isComparedAgain && (
        <TextField label={text.rawRow} rows={6} value={rejected.raw} onChange={(raw) => setRejected({ ...rejected, raw })} />
      )}
      {rejected !== null && rejected.headers.length > 0 && (
        <div className="form-row">
          {rejected.headers.map((header, at) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and columns do not move
              key={at}
              label={header}
              value={rejected.cells[at] ?? ''}
              error={header === column ? reason : null}
              onChange={(value) => setRejected({ ...rejected, cells: rejected.cells.map((cell, index) => (index === at ? value : cell)) })}
            />
          ))}
        </div>
      )}
      <DialogEnd>
        <Button onPress={onClose}>{officeMessages.cancel}</Button>
        <Button tone="primary" type="submit" isPending={isPending} isDisabled={rejected === null}>
          {isComparedAgain ? text.compareAgain : text.fixSave}
        </Button>
      </DialogEnd>
    </form>
  );
}

export function RowDialog({ importId, row, canFix, onClose }: RowDialogProps) {
  const isFixed = row.outcome === 'rejected' && canFix;
  return (
    <Dialog title={isFixed ? text.fixTitle(row.line) : text.changesTitle(row.title)} isOpen onClose={onClose} isWide>
      {isFixed ? (
        <RejectedForm importId={importId} row={row} onClose={onClose} />
      ) : (
        <>
          {row.reason !== '' && <p>{row.reason}</p>}
          <RowFacts row={row} />
          {row.changes.length > 0 && <ChangedFields row={row} />}
          <DialogEnd>
            <Button onPress={onClose}>{officeMessages.close}</Button>
          </DialogEnd>
        </>
      )}
    </Dialog>
  );
}
