/** Work of queues that failed: emails and reports, to be tried again or discarded. */
import { useState } from 'react';
import { Link } from 'react-router';
import { jobMessages as text } from '#domains/system/messages/office.ts';
import type { FailedJobView } from '#domains/system/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { formatRelative, ownTimeZone } from '#ui/office/format-time.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { systemCalls } from './system-calls.ts';

const relative = (iso: string): string => formatRelative(iso, ownTimeZone());

const whenOf = ({ failedAt, nextAttemptAt, createdAt }: FailedJobView): string =>
  failedAt !== null ? text.givenUp(relative(failedAt)) : text.nextAttempt(relative(nextAttemptAt ?? createdAt));

export interface FailedWorkProps {
  readonly failed: readonly FailedJobView[];
  readonly total: number;
  readonly mayChange: boolean;
  readonly onChanged: () => Promise<void>;
}

export function FailedWork({ failed, total, mayChange, onChanged }: FailedWorkProps) {
  const [pending, setPending] = useState<string | null>(null);
  const [discarded, setDiscarded] = useState<FailedJobView | null>(null);
  const retry = async (ids: readonly string[], key: string): Promise<void> => {
    setPending(key);
    const result = await systemCalls.retryFailedJobs({ ids: [...ids] });
    await onChanged();
    setPending(null);
    if (result.ok) toastDone(text.retried(result.value.done));
    else toastFailed(result.title);
  };
  const discard = async ({ id }: FailedJobView): Promise<void> => {
    setPending(id);
    const result = await systemCalls.discardFailedJobs({ ids: [id] });
    await onChanged();
    setPending(null);
    setDiscarded(null);
    if (result.ok) toastDone(text.discarded);
    else toastFailed(result.title);
  };
  return (
    <section className="panel" aria-labelledby="failed-heading">
      <div className="panel-head">
        <h2 id="failed-heading">{text.failedHeading}</h2>
        {mayChange && failed.length > 1 && (
          <Button
            icon="refresh"
            isPending={pending === 'all'}
            onPress={() =>
              void retry(
                failed.map(({ id }) => id),
                'all',
              )
            }
          >
            {text.retryAll(failed.length)}
          </Button>
        )}
      </div>
      <p className="text-muted small system-note">{text.failedText}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: the section around it is the landmark */}
      <div className="table-scroll" role="group" aria-label={text.failedHeading} tabIndex={0}>
        <table className="table table-stack">
          <thead>
            <tr>
              <th scope="col">{text.columns.work}</th>
              <th scope="col">{text.columns.error}</th>
              <th scope="col">{text.columns.when}</th>
              {mayChange && (
                <th scope="col">
                  <span className="visually-hidden">{text.columns.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {failed.map((job) => (
              <tr key={job.id}>
                <th scope="row">
                  <span className="cell-two">
                    <span>{job.title}</span>
                    {job.order !== null && (
                      <Link className="link small" to={`/orders/${job.order.id}`}>
                        {text.order(job.order.number, job.order.market)}
                      </Link>
                    )}
                  </span>
                </th>
                <td className="system-text">{job.error}</td>
                <td>
                  <span className="cell-two">
                    <span>{whenOf(job)}</span>
                    <span className="text-muted small">{text.attempts(job.attempts)}</span>
                  </span>
                </td>
                {mayChange && (
                  <td className="is-actions">
                    <div className="act-row">
                      <Button
                        aria-label={text.retryOf(job.title)}
                        isPending={pending === job.id && discarded === null}
                        onPress={() => void retry([job.id], job.id)}
                      >
                        {text.retry}
                      </Button>
                      <Button aria-label={text.discardOf(job.title)} onPress={() => setDiscarded(job)}>
                        {text.discard}
                      </Button>
                    </div>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failed.length < total && <p className="text-muted small system-note">{text.failedMore(failed.length, total)}</p>}
      {discarded !== null && (
        <ConfirmDialog
          title={text.discardTitle}
          isOpen
          onClose={() => setDiscarded(null)}
          onConfirm={() => void discard(discarded)}
          action={text.discardAction}
          consequences={text.discardConsequences}
          isDanger
          isPending={pending === discarded.id}
        >
          <p>{text.nameOf(discarded.title, whenOf(discarded))}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
