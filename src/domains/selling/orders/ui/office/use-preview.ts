/** What a change would do, asked of the server while the person chooses. */
import { useEffect, useState } from 'react';
import type { OfficeResult } from '#domains/staff/ui/office/office-client.ts';

/** Pause after the last change before the server is asked, in ms. */
const PAUSE_MS = 150;

export interface PreviewAnswer<Preview> {
  readonly preview: Preview | null;
  /** Why the change is not possible. */
  readonly refusal: string | null;
}

/**
 * @param ask a call of the office
 * @param input what is chosen, null while nothing is
 * @returns nothing until the server has answered for this choice
 */
export function usePreview<Input, Preview>(
  ask: (input: Input) => Promise<OfficeResult<Preview>>,
  input: Input | null,
): PreviewAnswer<Preview> {
  const [answer, setAnswer] = useState<(PreviewAnswer<Preview> & { readonly key: string }) | null>(null);
  const key = JSON.stringify(input);
  useEffect(() => {
    const asked: Input | null = JSON.parse(key);
    if (asked === null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void ask(asked).then((result) => {
        if (isCurrent) setAnswer({ key, preview: result.ok ? result.value : null, refusal: result.ok ? null : result.title });
      });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [ask, key]);
  return answer !== null && answer.key === key ? answer : { preview: null, refusal: null };
}
