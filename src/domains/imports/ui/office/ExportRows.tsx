/** Exports the rows that match as CSV, page by page, and saves the file. */
import { useEffect, useState } from 'react';
import { importMessages as text } from '#domains/imports/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { saveFile } from '#ui/office/save-file.ts';
import { importCalls } from './import-calls.ts';

interface ExportRowsProps {
  readonly id: number;
  readonly input: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

export function ExportRows({ id, input, onClose }: ExportRowsProps) {
  const [count, setCount] = useState(0);
  const [error, setError] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog opens for one export
  useEffect(() => {
    let isStopped = false;
    const run = async (): Promise<void> => {
      const parts: string[] = [];
      let rows = 0;
      for (let cursor: string | undefined; ; ) {
        const page = await importCalls.exportImportRows({ ...input, id, ...(cursor === undefined ? {} : { cursor }) });
        if (isStopped) return;
        if (!page.ok) return setError(page.title);
        parts.push(page.value.csv);
        rows += page.value.rows;
        setCount(rows);
        if (page.value.nextCursor === null) break;
        cursor = page.value.nextCursor;
      }
      saveFile(`import-${id}.csv`, parts, 'text/csv;charset=utf-8');
      toastDone(text.exported(rows));
      onClose();
    };
    void run();
    return () => {
      isStopped = true;
    };
  }, []);

  return (
    <Dialog title={text.exportTitle} isOpen onClose={onClose}>
      <p role="status">{error ?? text.exporting(count)}</p>
      <DialogEnd>
        <Button onPress={onClose}>{error === null ? officeMessages.cancel : officeMessages.close}</Button>
      </DialogEnd>
    </Dialog>
  );
}
