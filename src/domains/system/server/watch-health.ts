/**
 * Watches what the shop depends on, in one process at a time, and mails the owners once for each incident
 * (docs/decisions/0158-system-screens-and-alerts.md).
 */
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { type AlertEmail, alertEmail, clearedEmail } from '../messages/alerts.ts';
import { type CheckOutcome, isIncident, needsMail, WATCH_SECONDS, WATCHED_CHECKS, type WatchedCheck } from '../model/health.ts';
import { WATCHED } from './check-health.ts';
import {
  claimChecks,
  closeIncident,
  describeIncident,
  listOwners,
  lockIncident,
  markIncidentNotified,
  openIncident,
  saveCheck,
} from './health.repository.ts';
import type { SystemDeps } from './system-deps.ts';

async function mailOwners({ queueAlert }: SystemDeps, transaction: Transaction, email: AlertEmail): Promise<void> {
  if (queueAlert === null) return;
  for (const { id } of await listOwners(transaction)) await queueAlert(transaction, id, email);
}

/** Saves the outcome of a check, and opens, repeats or closes its incident. */
export async function followCheck(deps: SystemDeps, name: WatchedCheck, outcome: CheckOutcome, isMailDown: boolean): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const saved = await saveCheck(transaction, name, outcome);
    const failingSince = saved?.failingSince ?? null;
    const now = new Date();
    const open = await lockIncident(transaction, name);
    if (failingSince === null) {
      if (open === null) return;
      await closeIncident(transaction, open.id);
      // Whoever was not told of the incident need not be told of its end. About mail nobody could be.
      if (!isMailDown && (open.notifiedAt !== null || name === 'mail'))
        await mailOwners(deps, transaction, clearedEmail(name, timeAgo(open.openedAt)));
      return;
    }
    if (open !== null) await describeIncident(transaction, open.id, outcome.detail);
    else if (!isIncident(name, failingSince, now)) return;
    const incident = open ?? (await openIncident(transaction, name, outcome.detail, failingSince));
    if (incident === null || !needsMail(name, incident.notifiedAt, isMailDown, now)) return;
    await mailOwners(deps, transaction, alertEmail(name, outcome.detail, incident.notifiedAt !== null));
    await markIncidentNotified(transaction, incident.id);
  });
}

/** Makes all checks, unless another process has just made them. @param isForced makes them in any case */
export async function watchHealth(deps: SystemDeps, isForced = false): Promise<void> {
  if (!(await claimChecks(deps.database, isForced ? 0 : WATCH_SECONDS))) return;
  const found = await Promise.all(WATCHED_CHECKS.map(async (name) => ({ name, outcome: await WATCHED[name](deps) })));
  const isMailDown = found.some(({ name, outcome }) => name === 'mail' && outcome.state === 'failing');
  for (const { name, outcome } of found) await followCheck(deps, name, outcome, isMailDown);
}
