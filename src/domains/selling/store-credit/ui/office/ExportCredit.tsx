/** Exports the entries of store credit that match as CSV, page by page, and saves the file. */
import { useEffect, useState } from 'react';
import { creditListMessages as text } from '#domains/selling/store-credit/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { saveFile } from '#ui/office/save-file.ts';
import { creditCalls } from './credit-calls.ts';

interface ExportCreditProps {
  readonly input: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

export function ExportCredit({ input, onClose }: ExportCreditProps) {
  const [count, setCount] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog opens for one export; an attempt starts over
  useEffect(() => {
    let isStopped = false;
    const run = async (): Promise<void> => {
      const parts: string[] = [];
      let rows = 0;
      for (let cursor: string | undefined; ; ) {
        const page = await creditCalls.exportCredit({ ...input, ...(cursor === undefined ? {} : { cursor }) });
        if (isStopped) return;
        if (!page.ok) return setError(page.title);
        parts.push(page.value.csv);
        rows += page.value.rows;
        setCount(rows);
        if (page.value.nextCursor === null) break;
        cursor = page.value.nextCursor;
      }
      saveFile(`store-credit-${new Date().toISOString().slice(0, 10)}.csv`, parts, 'text/csv;charset=utf-8');
      toastDone(text.exported(rows));
      onClose();
    };
    void run();
    return () => {
      isStopped = true;
    };
  }, [attempt]);

  return (
    <Dialog title={text.exportTitle} isOpen onClose={onClose}>
      <p role="status">{error ?? text.exporting(count)}</p>
      <DialogEnd>
        <Button onPress={onClose}>{error === null ? officeMessages.cancel : officeMessages.close}</Button>
        {error !== null && (
          <Button
            tone="primary"
            onPress={() => {
              setError(null);
              setCount(0);
              setAttempt(attempt + 1);
            }}
          >
            {officeMessages.tryAgain}
          </Button>
        )}
      </DialogEnd>
    </Dialog>
  );
}
