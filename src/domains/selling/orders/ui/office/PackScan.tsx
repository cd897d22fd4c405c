/** Reads codes at packing, by scanner, camera or keyboard, and says what each was. */
import { type KeyboardEvent, useState } from 'react';
import { describeScan, packMessages as text } from '#domains/selling/orders/messages/packing.ts';
import type { ScanResult } from '#domains/selling/orders/model/packing.ts';
import { TextField } from '#ui/office/form/fields.tsx';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { CameraButton } from '#ui/office/scan/CameraButton.tsx';
import { playRefusal } from '#ui/office/scan/play-refusal.ts';
import { useWedge } from '#ui/office/scan/use-wedge.ts';

export interface PackScanProps {
  /** Takes a code and says what it was. */
  readonly onScan: (code: string) => ScanResult;
  readonly isPaused: boolean;
}

export function PackScan({ onScan, isPaused }: PackScanProps) {
  const [typed, setTyped] = useState('');
  /** The last scan, with a number so that the same refusal is announced again. */
  const [last, setLast] = useState<{ readonly count: number; readonly result: ScanResult } | null>(null);
  const scan = (code: string): void => {
    const result = onScan(code);
    setLast((before) => ({ count: (before?.count ?? 0) + 1, result }));
    if (result.kind !== 'packed' && result.kind !== 'label') playRefusal();
  };
  useWedge(scan, !isPaused);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || typed.trim() === '') return;
    event.preventDefault();
    scan(typed);
    setTyped('');
  };
  const isRefused = last !== null && last.result.kind !== 'packed' && last.result.kind !== 'label';
  return (
    <>
      <div className="pack-scan">
        <TextField
          label={text.code}
          hint={text.codeHint}
          value={typed}
          onChange={setTyped}
          onKeyDown={handleKey}
          maxLength={80}
          autoComplete="off"
          autoFocus
        />
        <CameraButton onCode={scan} />
      </div>
      <div role="status">{last !== null && !isRefused && <p>{describeScan(last.result)}</p>}</div>
      {isRefused && (
        <div key={last.count} className="notice notice-bad pack-refusal" role="alert">
          <OfficeIcon name="warning" />
          <p>{describeScan(last.result)}</p>
        </div>
      )}
    </>
  );
}
