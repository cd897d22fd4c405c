/** The first rows as wines, read again by the server a moment after each change of the mapping. */
import { useEffect, useState } from 'react';
import type { MappingChoices } from '#domains/catalogue/model/import/mapping/mapping-choices.ts';
import type { PreviewRow } from '#domains/imports/office-contract.ts';
import { importCalls } from './import-calls.ts';

const PAUSE_MS = 250;

export interface MappingPreview {
  readonly rows: readonly PreviewRow[];
  readonly problems: readonly string[];
  readonly isLoading: boolean;
}

/** @param choices null for a mapping without choices, which has no preview */
export function usePreview(id: number, choices: MappingChoices | null): MappingPreview {
  const [preview, setPreview] = useState<MappingPreview>({ rows: [], problems: [], isLoading: true });
  useEffect(() => {
    if (choices === null) return;
    let isCurrent = true;
    setPreview((before) => ({ ...before, isLoading: true }));
    const timer = setTimeout(() => {
      void importCalls.previewImport({ id, choices }).then((result) => {
        if (!isCurrent) return;
        if (result.ok) setPreview({ ...result.value, isLoading: false });
        else setPreview({ rows: [], problems: [result.title], isLoading: false });
      });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, choices]);
  return preview;
}
