/** What the shop depends on: whether it works, what it means if not, and what to do. */
import { useState } from 'react';
import { Link, useLoaderData } from 'react-router';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { CHECK_STATE_LABELS, CHECK_TEXT, EXTERNAL_BACKUP_OFF } from '#domains/system/messages/health.ts';
import { healthMessages as text } from '#domains/system/messages/office.ts';
import { type CheckState, isWatchedCheck, type ReportResult } from '#domains/system/model/health.ts';
import { countWebProcesses } from '#domains/system/model/web-processes.ts';
import type { HealthCheck, ShopProcess } from '#domains/system/office-contract.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { formatMoment, formatRelative, ownTimeZone } from '#ui/office/format-time.ts';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import type { loadHealth } from './load-system.ts';
import { SystemTabs } from './SystemTabs.tsx';
import { systemCalls } from './system-calls.ts';
import { useSystemRefresh } from './use-system-refresh.ts';
import './system.css';

const TONES: Readonly<Record<CheckState, Tone>> = { ok: 'good', warning: 'wait', failing: 'bad', off: 'plain' };
const REPORT_TONES: Readonly<Record<ReportResult, Tone>> = { running: 'plain', ok: 'good', failed: 'bad' };
/** What needs attention comes first. */
const RANK: Readonly<Record<CheckState, number>> = { failing: 0, warning: 1, off: 2, ok: 2 };

const relative = (iso: string): string => formatRelative(iso, ownTimeZone());

interface CheckProps {
  readonly check: HealthCheck;
  /** True if the database is not the embedded one. */
  readonly isExternal: boolean;
}

/** What is wrong in plain words, and what to do about it. */
function Advice({ check: { name, state, failingSince }, isExternal }: CheckProps) {
  const { effect, todo, off: defaultOff } = CHECK_TEXT[name];
  const off = name === 'backup' && isExternal ? EXTERNAL_BACKUP_OFF : defaultOff;
  if (state === 'off') return off === '' ? null : <p className="check-advice">{off}</p>;
  return (
    <dl className="check-advice facts">
      {state === 'failing' && (
        <div>
          <dt>{failingSince === null ? text.effect : `${text.effect} · ${text.since(relative(failingSince))}`}</dt>
          <dd>{effect}</dd>
        </div>
      )}
      <div>
        <dt>{text.todo}</dt>
        <dd>
          {todo}{' '}
          {name === 'jobs' && (
            <Link className="link" to="/system/jobs">
              {text.openJobs}
            </Link>
          )}
        </dd>
      </div>
    </dl>
  );
}

function Check({ check, isExternal }: CheckProps) {
  const { name, state, detail } = check;
  const { title, purpose } = CHECK_TEXT[name];
  return (
    <li className={state === 'failing' ? 'check is-failing' : 'check'}>
      <div className="check-head">
        <h3>{title}</h3>
        <Badge tone={TONES[state]}>{CHECK_STATE_LABELS[state]}</Badge>
      </div>
      {state !== 'off' && <p>{detail}</p>}
      <p className="text-muted small">{purpose}</p>
      {state !== 'ok' && <Advice check={check} isExternal={isExternal} />}
    </li>
  );
}

/** The processes of the shop that run, by role. */
function Processes({ processes, expectedWeb }: { readonly processes: readonly ShopProcess[]; readonly expectedWeb: number }) {
  const runningWeb = countWebProcesses(processes);
  return (
    <section className="panel" aria-labelledby="processes-heading">
      <div className="panel-head">
        <h2 id="processes-heading">{text.processes}</h2>
      </div>
      {runningWeb !== expectedWeb && <p className="panel-body">{text.otherWebProcesses(runningWeb, expectedWeb)}</p>}
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{text.processColumns.role}</th>
            <th scope="col">{text.processColumns.host}</th>
            <th scope="col">{text.processColumns.version}</th>
            <th scope="col">{text.processColumns.startedAt}</th>
          </tr>
        </thead>
        <tbody>
          {processes.map(({ id, role, host, pid, version, startedAt }) => (
            <tr key={id}>
              <th scope="row">{text.processRoles[role]}</th>
              <td className="system-text">{text.processPlace(host, pid)}</td>
              <td className="num">{version}</td>
              <td>{relative(startedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function HealthScreen() {
  const { checks, processes, webProcesses, database, versions, backups } = useLoaderData<typeof loadHealth>();
  const may = useMay();
  const refresh = useSystemRefresh();
  const [isChecking, setIsChecking] = useState(false);
  const checkNow = async (): Promise<void> => {
    setIsChecking(true);
    const result = await systemCalls.checkSystemHealth({});
    await refresh();
    setIsChecking(false);
    if (result.ok) toastDone(text.checked);
    else toastFailed(result.title);
  };
  const wrong = checks.filter(({ state }) => state === 'failing' || state === 'warning').length;
  const watched = checks.flatMap(({ checkedAt, name }) => (checkedAt !== null && isWatchedCheck(name) ? [checkedAt] : []));
  const lastChecked = watched.toSorted().at(-1);
  return (
    <div className="screen">
      <PageHeader
        title={text.title}
        actions={
          may('system.write') ? (
            <Button icon="refresh" isPending={isChecking} onPress={() => void checkNow()}>
              {text.checkNow}
            </Button>
          ) : undefined
        }
      />
      <SystemTabs />
      <div className="system-sections">
        <section className="panel" aria-labelledby="checks-heading">
          <div className="panel-head">
            <h2 id="checks-heading" className={wrong > 0 ? 'health-sum is-bad' : 'health-sum'}>
              <OfficeIcon name={wrong > 0 ? 'warning' : 'tick'} />
              {wrong > 0 ? text.attention(wrong) : text.allWell}
            </h2>
            {lastChecked !== undefined && <span className="text-muted small">{text.lastChecked(relative(lastChecked))}</span>}
          </div>
          <ul className="checks" aria-label={text.checks}>
            {checks
              .toSorted((a, b) => RANK[a.state] - RANK[b.state])
              .map((check) => (
                <Check key={check.name} check={check} isExternal={database === 'external'} />
              ))}
          </ul>
        </section>
        <Processes processes={processes} expectedWeb={webProcesses} />
        <div className="health-pair">
          <section className="panel" aria-labelledby="backups-heading">
            <div className="panel-head">
              <h2 id="backups-heading">{text.backups}</h2>
            </div>
            {backups.length === 0 ? (
              <div className="panel-body">
                <p className="text-muted">{database === 'external' ? text.noExternalBackups : text.noBackups}</p>
                <p>
                  <code>{text.backupCommand}</code>
                </p>
              </div>
            ) : (
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">{text.backupColumns.at}</th>
                    <th scope="col">{text.backupColumns.kind}</th>
                    <th scope="col">{text.backupColumns.result}</th>
                    <th scope="col">{text.backupColumns.note}</th>
                  </tr>
                </thead>
                <tbody>
                  {backups.map(({ at, kind, result, note }) => (
                    <tr key={`${at} ${kind}`}>
                      <th scope="row">{relative(at)}</th>
                      <td>{text.backupKinds[kind]}</td>
                      <td>
                        <Badge tone={REPORT_TONES[result]}>{text.backupResults[result]}</Badge>
                      </td>
                      <td className="system-text">{note}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
          <section className="panel" aria-labelledby="versions-heading">
            <div className="panel-head">
              <h2 id="versions-heading">{text.versions}</h2>
            </div>
            <dl className="panel-body facts facts-sum">
              {(['shop', 'node', 'postgres'] as const).map((name) => (
                <div key={name} className="facts-row">
                  <dt>{text.versionNames[name]}</dt>
                  <dd className="num">{versions[name]}</dd>
                </div>
              ))}
              <div className="facts-row">
                <dt>{text.versionNames.startedAt}</dt>
                <dd>{formatMoment(versions.startedAt, ownTimeZone())}</dd>
              </div>
            </dl>
          </section>
        </div>
      </div>
    </div>
  );
}
