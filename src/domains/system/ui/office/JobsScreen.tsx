/** What the shop does by itself: when it ran, how it went, when it runs next; and the work that failed. */
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { JOB_STATE_LABELS, jobMessages as text } from '#domains/system/messages/office.ts';
import type { JobState } from '#domains/system/model/job-state.ts';
import type { SystemJob } from '#domains/system/office-contract.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { formatRelative, ownTimeZone } from '#ui/office/format-time.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { FailedWork } from './FailedWork.tsx';
import type { loadJobs } from './load-system.ts';
import { SystemTabs } from './SystemTabs.tsx';
import { systemCalls } from './system-calls.ts';
import { useSystemRefresh } from './use-system-refresh.ts';
import './system.css';

const TONES: Readonly<Record<JobState, Tone>> = {
  ok: 'good',
  running: 'info',
  failing: 'bad',
  late: 'bad',
  waiting: 'plain',
  never: 'plain',
};
const isWrong = ({ state, isStuck }: SystemJob): boolean => isStuck || state === 'failing' || state === 'late';

const relative = (iso: string): string => formatRelative(iso, ownTimeZone());

interface JobTableProps {
  readonly id: string;
  readonly heading: string;
  readonly jobs: readonly SystemJob[];
  readonly mayRun: boolean;
  readonly onRun: (job: SystemJob) => Promise<void>;
}

function JobTable({ id, heading, jobs, mayRun, onRun }: JobTableProps) {
  const [running, setRunning] = useState<string | null>(null);
  const run = async (job: SystemJob): Promise<void> => {
    setRunning(job.name);
    await onRun(job);
    setRunning(null);
  };
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{heading}</h2>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: the section around it is the landmark */}
      <div className="table-scroll" role="group" aria-label={heading} tabIndex={0}>
        <table className="table table-stack">
          <thead>
            <tr>
              <th scope="col">{text.columns.job}</th>
              <th scope="col">{text.columns.state}</th>
              <th scope="col">{text.columns.last}</th>
              <th scope="col" className="job-next">
                {text.columns.next}
              </th>
              {mayRun && (
                <th scope="col">
                  <span className="visually-hidden">{text.columns.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {jobs
              .toSorted((a, b) => Number(isWrong(b)) - Number(isWrong(a)))
              .map((job) => (
                <tr key={job.name}>
                  <th scope="row">
                    <span className="cell-two">
                      <span>{job.title}</span>
                      <span className="text-muted small job-purpose">{job.purpose}</span>
                    </span>
                  </th>
                  <td className={job.error === '' ? 'stack-end' : ''}>
                    <Badge tone={TONES[job.state]}>{JOB_STATE_LABELS[job.state]}</Badge>
                    {job.state === 'waiting' && <p className="text-muted small">{text.paused}</p>}
                    {job.error !== '' && (
                      <p className="small system-text">
                        {text.failedTimes(job.failures)} {job.error}
                      </p>
                    )}
                  </td>
                  <td className="is-short stack-start" data-label={text.columns.last}>
                    <span className="cell-two">
                      <span>{job.finishedAt === null ? text.never : relative(job.finishedAt)}</span>
                      {job.durationMs !== null && <span className="text-muted small num">{text.took(job.durationMs)}</span>}
                    </span>
                  </td>
                  <td className="is-short job-next">
                    {job.everySeconds !== null ? text.every(job.everySeconds) : job.nextRunAt !== null && relative(job.nextRunAt)}
                  </td>
                  {mayRun && (
                    <td className="is-actions stack-end">
                      <Button
                        aria-label={text.runOf(job.title)}
                        isPending={running === job.name}
                        isDisabled={job.state === 'waiting'}
                        onPress={() => void run(job)}
                      >
                        {text.run}
                      </Button>
                    </td>
                  )}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function JobsScreen() {
  const { jobs, failed, failedTotal } = useLoaderData<typeof loadJobs>();
  const mayChange = useMay()('system.write');
  const refresh = useSystemRefresh();
  const run = async ({ name, title }: SystemJob): Promise<void> => {
    const result = await systemCalls.runSystemJob({ name });
    await refresh();
    if (result.ok) toastDone(text.started(title));
    else toastFailed(result.title);
  };
  return (
    <div className="screen">
      <PageHeader title={text.title} />
      <SystemTabs />
      <div className="system-sections">
        {failed.length > 0 && <FailedWork failed={failed} total={failedTotal} mayChange={mayChange} onChanged={refresh} />}
        <JobTable
          id="scheduled-heading"
          heading={text.scheduledHeading}
          jobs={jobs.filter(({ everySeconds }) => everySeconds === null)}
          mayRun={mayChange}
          onRun={run}
        />
        <JobTable
          id="polled-heading"
          heading={text.polledHeading}
          jobs={jobs.filter(({ everySeconds }) => everySeconds !== null)}
          mayRun={false}
          onRun={run}
        />
      </div>
    </div>
  );
}
