/** The versions of a page: who saved them, what each changed, and the way back. */
import { useEffect, useState } from 'react';
import { versionMessages as text } from '#domains/content/messages/office.ts';
import { diffPages } from '#domains/content/model/page-diff.ts';
import type { OfficePage, PageVersionRow } from '#domains/content/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { Differences } from './Differences.tsx';
import { pageCalls } from './page-calls.ts';

export interface VersionsDialogProps {
  readonly page: OfficePage;
  readonly canRestore: boolean;
  readonly onRestored: (page: OfficePage) => void;
  readonly onClose: () => void;
}

export function VersionsDialog({ page, canRestore, onRestored, onClose }: VersionsDialogProps) {
  const { id, timeZone } = page;
  const [rows, setRows] = useState<readonly PageVersionRow[]>([]);
  const [before, setBefore] = useState<number | null>(null);
  const [hasMore, setHasMore] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState<number | null>(null);

  useEffect(() => {
    let isStopped = false;
    void pageCalls.pageVersions({ id, ...(before === null ? {} : { before }) }).then((found) => {
      if (isStopped) return;
      if (!found.ok) return setError(found.title);
      setRows((known) => [...known.filter(({ version }) => before !== null && version >= before), ...found.value.rows]);
      setHasMore(found.value.hasMore);
    });
    return () => {
      isStopped = true;
    };
  }, [id, before]);

  const restore = async (version: number): Promise<void> => {
    setPending(version);
    const done = await pageCalls.restorePage({ id, version: page.version, restored: version });
    setPending(null);
    if (!done.ok) return setError(done.title);
    toastDone(text.restored(version));
    onRestored(done.value);
  };
  return (
    <Dialog title={text.title} isOpen onClose={onClose} isWide>
      <FormError error={error} />
      {rows.length === 0 && error === null && <p className="text-muted">{officeMessages.loading}</p>}
      <ol className="version-list">
        {rows.map(({ version, savedAt, author, record }, index) => {
          const earlier = rows[index + 1];
          const isLast = index === rows.length - 1;
          return (
            <li key={version} className="version">
              <div className="version-head">
                <span>
                  <b>{text.version(version)}</b> <span className="text-muted">{text.by(author, formatMoment(savedAt, timeZone))}</span>
                </span>
                {version === page.version ? (
                  <span className="badge badge-good">{text.current}</span>
                ) : (
                  record &&
                  canRestore && (
                    <Button onPress={() => void restore(version)} isPending={pending === version}>
                      {text.restore}
                    </Button>
                  )
                )}
              </div>
              {record === null ? (
                <p className="text-muted">{text.removed}</p>
              ) : earlier?.record ? (
                <details>
                  <summary>{text.compare}</summary>
                  <Differences differences={diffPages(earlier.record, record)} />
                </details>
              ) : (
                isLast && !hasMore && <p className="text-muted small">{text.first}</p>
              )}
            </li>
          );
        })}
      </ol>
      {hasMore && rows.length > 0 && <Button onPress={() => setBefore(rows.at(-1)?.version ?? null)}>{text.more}</Button>}
    </Dialog>
  );
}
