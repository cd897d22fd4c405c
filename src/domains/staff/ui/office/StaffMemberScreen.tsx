/** One person on the staff: name and roles, access, sessions and what they did. */
import { useState } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import {
  FACTOR_NAMES,
  STAFF_STATUS_LABELS,
  sessionListMessages,
  staffListMessages,
  memberMessages as text,
} from '#domains/staff/messages/people.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { formatMoment, ownTimeZone } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { MenuAction } from '#ui/office/MenuAction.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useRecordActions } from '#ui/office/screen-actions.ts';
import { ActivityLink } from './ActivityLink.tsx';
import { ActivityTimeline } from './ActivityTimeline.tsx';
import type { loadStaffMember } from './load-people.ts';
import { MemberForm } from './MemberForm.tsx';
import { useMay } from './me.ts';
import type { OfficeResult } from './office-client.ts';
import { peopleCalls } from './people-calls.ts';
import { Sessions } from './Sessions.tsx';
import { STATUS_TONES, type StaffMember } from './staff-list-spec.tsx';
import './people.css';

type Confirmed = 'revoke' | 'suspend' | 'reset';

function MemberMenu({
  member,
  onConfirm,
  onResend,
}: {
  readonly member: StaffMember;
  readonly onConfirm: (what: Confirmed) => void;
  readonly onResend: () => void;
}) {
  const isInvited = member.status === 'invited';
  return (
    <MenuTrigger>
      <Button icon="more">{text.more}</Button>
      <Popover className="menu" placement="bottom end">
        <Menu
          onAction={(key) => {
            if (key === 'resend') onResend();
            else if (key === 'revoke' || key === 'suspend' || key === 'reset') onConfirm(key);
          }}
        >
          {isInvited && <MenuAction id="resend" icon="mail" label={text.resend} />}
          {isInvited && <MenuAction id="revoke" icon="close" label={text.revoke.menu} isDanger />}
          {member.status === 'active' && <MenuAction id="reset" icon="key" label={text.reset.menu} />}
          {member.status === 'active' && <MenuAction id="suspend" icon="close" label={text.suspend.menu} isDanger />}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function AccessPanel({ member }: { readonly member: StaffMember }) {
  const zone = ownTimeZone();
  const { email, factors, lastSeenAt, invitedAt, invitationExpiresAt, status } = member;
  return (
    <section className="panel" aria-labelledby="access-heading">
      <div className="panel-head">
        <h2 id="access-heading">{text.access}</h2>
      </div>
      <dl className="panel-body facts">
        <div>
          <dt>{text.email}</dt>
          <dd>
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
          </dd>
        </div>
        <div>
          <dt>{text.factors}</dt>
          <dd>{factors.length === 0 ? staffListMessages.noFactor : factors.map((factor) => FACTOR_NAMES[factor]).join(', ')}</dd>
        </div>
        <div>
          <dt>{text.lastSeen}</dt>
          <dd>{lastSeenAt === null ? staffListMessages.never : formatMoment(lastSeenAt, zone)}</dd>
        </div>
        {invitedAt !== null && (
          <div>
            <dt>{text.invited}</dt>
            <dd>{formatMoment(invitedAt, zone)}</dd>
          </div>
        )}
        {status === 'invited' && (
          <div>
            <dt>{text.linkExpires}</dt>
            <dd>{invitationExpiresAt === null ? text.linkExpired : formatMoment(invitationExpiresAt, zone)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** Runs what the screen's buttons do, and shows what came of it. */
function useMemberActions(member: StaffMember) {
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async <Value,>(call: () => Promise<OfficeResult<Value>>, done: (value: Value) => string): Promise<boolean> => {
    setIsPending(true);
    setError(null);
    const result = await call();
    setIsPending(false);
    if (result.ok) toastDone(done(result.value));
    else setError(result.title);
    return result.ok;
  };
  /** Runs an action after which the person still exists. */
  const change = async <Value,>(call: () => Promise<OfficeResult<Value>>, done: (value: Value) => string): Promise<void> => {
    await run(call, done);
    await revalidator.revalidate();
  };
  const { id, version, email } = member;
  const who = member.name || email;
  return {
    isPending,
    error,
    resend: () =>
      change(
        () => peopleCalls.resendInvitation({ id }),
        () => text.resent(email),
      ),
    reactivate: () =>
      change(
        () => peopleCalls.reactivateStaff({ id, version }),
        () => text.reactivated(who),
      ),
    suspend: () =>
      change(
        () => peopleCalls.suspendStaff({ id, version }),
        () => text.suspend.done(who),
      ),
    reset: () =>
      change(
        () => peopleCalls.resetFactor({ id }),
        () => text.reset.done(email),
      ),
    revoke: async () => {
      const isGone = await run(
        () => peopleCalls.revokeInvitation({ id }),
        () => text.revoke.done,
      );
      await (isGone ? navigate(listAddress('/staff')) : revalidator.revalidate());
    },
    endSession: (session?: number) =>
      change(
        () => peopleCalls.endStaffSession({ staffId: id, ...(session === undefined ? {} : { id: session }) }),
        ({ endedSessions }) => sessionListMessages.ended(endedSessions),
      ),
  };
}

export function StaffMemberScreen() {
  const { member, sessions, canChange, roles, activity } = useLoaderData<typeof loadStaffMember>();
  const may = useMay();
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  const actions = useMemberActions(member);
  const who = member.name || member.email;
  const mayChange = canChange && may('staff.write');
  const isOther = mayChange && !member.isYou;
  const isActive = isOther && member.status === 'active';
  useRecordActions({
    resetFactor: isActive && (() => setConfirmed('reset')),
    suspendStaff: isActive && (() => setConfirmed('suspend')),
  });
  const confirm = async (): Promise<void> => {
    if (confirmed === 'suspend') await actions.suspend();
    if (confirmed === 'reset') await actions.reset();
    if (confirmed === 'revoke') await actions.revoke();
    setConfirmed(null);
  };
  return (
    <div className="screen">
      <PageHeader
        title={who}
        parent={{ label: staffListMessages.title, to: listAddress('/staff') }}
        badges={<Badge tone={STATUS_TONES[member.status]}>{STAFF_STATUS_LABELS[member.status]}</Badge>}
        log={<ActivityLink kind="staff" id={member.id} />}
        actions={
          isOther &&
          (member.status === 'suspended' ? (
            <Button tone="primary" onPress={() => void actions.reactivate()} isPending={actions.isPending}>
              {text.reactivate}
            </Button>
          ) : (
            <MemberMenu member={member} onConfirm={setConfirmed} onResend={() => void actions.resend()} />
          ))
        }
      />
      <FormError error={actions.error} />
      <div className="panel-columns">
        <div className="stack">
          <section className="panel" aria-labelledby="details-heading">
            <div className="panel-head">
              <h2 id="details-heading">{text.details}</h2>
            </div>
            <div className="panel-body">
              {!mayChange && <p className="text-muted">{text.readOnly}</p>}
              <MemberForm key={`${member.id}-${member.version}`} member={member} roles={roles} isReadOnly={!mayChange} />
            </div>
          </section>
          <section className="panel" aria-labelledby="recent-heading">
            <div className="panel-head">
              <h2 id="recent-heading">{text.recent}</h2>
              <Link className="link" to={`/staff/activity?${new URLSearchParams({ 'filter[staff]': String(member.id) })}`}>
                {text.allActivity}
              </Link>
            </div>
            {activity.length === 0 ? <p className="panel-body text-muted">{text.noRecent}</p> : <ActivityTimeline entries={activity} />}
          </section>
        </div>
        <div className="stack">
          <AccessPanel member={member} />
          <section className="panel" aria-labelledby="sessions-heading">
            <div className="panel-head">
              <h2 id="sessions-heading">{text.sessions}</h2>
              {isOther && sessions.length > 1 && (
                <Button tone="quiet" onPress={() => void actions.endSession()} isDisabled={actions.isPending}>
                  {sessionListMessages.signOutAll}
                </Button>
              )}
            </div>
            <div className="panel-body">
              {member.isYou && (
                <p className="text-muted">
                  {text.ownRecord}{' '}
                  <Link className="link" to="/account">
                    {text.openAccount}
                  </Link>
                </p>
              )}
              {sessions.length === 0 ? (
                <p className="text-muted">{text.noSessions}</p>
              ) : (
                <Sessions
                  sessions={sessions}
                  isPending={actions.isPending}
                  {...(isOther ? { onEnd: (id: number) => void actions.endSession(id) } : {})}
                />
              )}
            </div>
          </section>
        </div>
      </div>
      {confirmed !== null && (
        <ConfirmDialog
          title={text[confirmed].title(who)}
          isOpen
          onClose={() => setConfirmed(null)}
          onConfirm={() => void confirm()}
          action={text[confirmed].action}
          consequences={text[confirmed].consequences}
          isDanger
          isPending={actions.isPending}
        />
      )}
    </div>
  );
}
