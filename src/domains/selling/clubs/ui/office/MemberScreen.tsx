/** One member of a club: the next case, the cases before, what they chose and how they pay. */
import { useState } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { useLoaderData, useRevalidator } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import {
  memberActionMessages,
  memberListMessages,
  PROBLEM_LABELS,
  STATUS_NAMES,
  memberMessages as text,
} from '#domains/selling/clubs/messages/office.ts';
import type { MemberAction } from '#domains/selling/clubs/model/membership.ts';
import type { OfficeMember } from '#domains/selling/clubs/office-contract.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { todayIn } from '#markets/market-day.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { MenuAction } from '#ui/office/MenuAction.tsx';
import type { OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useRecordActions } from '#ui/office/screen-actions.ts';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { formatLongDay } from './format-day.ts';
import type { loadMember } from './load-member.ts';
import { DeliveriesPanel, NextCasePanel } from './MemberCase.tsx';
import { MemberConflict } from './MemberConflict.tsx';
import { CancelDialog, ChargeDialog, LinkDialog, PauseDialog, ResumeDialog, SkipDialog, SwapDialog } from './MemberDialogs.tsx';
import { CardPanel, MemberPanel, MembershipPanel } from './MemberSide.tsx';
import { MemberTimeline } from './MemberTimeline.tsx';
import { memberCalls } from './member-calls.ts';
import { PROBLEM_TONES, STATUS_TONES } from './member-tones.ts';
import { useMemberAction } from './use-member-action.ts';
import './member.css';

/** Actions with a dialog. */
const DIALOGS = { skip: SkipDialog, pause: PauseDialog, resume: ResumeDialog, swap: SwapDialog, cancel: CancelDialog } as const;
type ActionName = keyof typeof DIALOGS;
type OpenDialog = ActionName | 'charge' | 'card' | 'address' | null;

const ICONS: Readonly<Record<ActionName, OfficeIconName>> = {
  skip: 'skip',
  pause: 'pause',
  resume: 'play',
  swap: 'wines',
  cancel: 'close',
};

const isAction = (key: unknown): key is ActionName => typeof key === 'string' && Object.hasOwn(DIALOGS, key);

/** Actions that make sense now. Nothing can be skipped without a next case, or changed to what a closed club no longer has. */
const possible = ({ actions, next, variants }: OfficeMember): readonly ActionName[] =>
  actions.flatMap((action: MemberAction) =>
    isAction(action) && (action !== 'skip' || next !== null) && (action !== 'swap' || variants.length > 0) ? [action] : [],
  );

const isChargeable = ({ canCharge, card, next }: OfficeMember): boolean => canCharge && card !== null && next !== null;

function MemberActions({ member, onOpen }: { readonly member: OfficeMember; readonly onOpen: (dialog: OpenDialog) => void }) {
  const may = useMay();
  if (!may('clubs.write')) return null;
  const names = possible(member);
  const main: ActionName | null = names.includes('resume') ? 'resume' : names.includes('skip') ? 'skip' : null;
  const others = names.filter((name) => name !== main);
  return (
    <>
      {others.length > 0 && (
        <MenuTrigger>
          <Button icon="more">{text.more}</Button>
          <Popover className="menu" placement="bottom end">
            <Menu onAction={(key) => isAction(key) && onOpen(key)}>
              {others.map((name) => (
                <MenuAction key={name} id={name} icon={ICONS[name]} label={memberActionMessages[name].open} isDanger={name === 'cancel'} />
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      {main && (
        <Button icon={ICONS[main]} tone={isChargeable(member) ? 'plain' : 'primary'} onPress={() => onOpen(main)}>
          {memberActionMessages[main].open}
        </Button>
      )}
      {isChargeable(member) && member.next && (
        <Button icon="cards" tone="primary" onPress={() => onOpen('charge')}>
          {memberActionMessages.charge.open(formatMoneyIn(member.market, member.next.total))}
        </Button>
      )}
    </>
  );
}

const pathOf = (id: string | null): string | null => (id === null ? null : `/clubs/members/${id}`);

/** Offers the actions of the screen's buttons to the command palette. */
function useMemberScreenActions(member: OfficeMember, onOpen: (dialog: OpenDialog) => void): void {
  const mayWrite = useMay()('clubs.write');
  const names = possible(member);
  const offer = (name: ActionName) => mayWrite && names.includes(name) && (() => onOpen(name));
  useRecordActions({
    skipCase: offer('skip'),
    pauseMember: offer('pause'),
    resumeMember: offer('resume'),
    swapMember: offer('swap'),
    cancelMember: offer('cancel'),
    chargeMember: mayWrite && isChargeable(member) && (() => onOpen('charge')),
  });
}

export function MemberScreen() {
  const member = useLoaderData<typeof loadMember>();
  const revalidator = useRevalidator();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const unskipping = useMemberAction(member);
  const { id, name, status, problem, skipped, club, joinedAt, market } = member;
  const close = (): void => setDialog(null);
  const reload = (): void => void revalidator.revalidate();

  useMemberScreenActions(member, setDialog);
  // A change while a dialog is open is reported when its action is sent.
  useLiveReload('membership', { id, isPaused: dialog !== null });
  const unskip = (): void => {
    if (!skipped) return;
    unskipping.run({
      send: (version) => memberCalls.unskipDelivery({ id, version, period: skipped.period }),
      done: () => memberActionMessages.skip.undone,
      onDone: () => undefined,
    });
  };
  const props = { member, onClose: close, onChanged: reload };
  const ActionDialog = isAction(dialog) ? DIALOGS[dialog] : null;
  return (
    <div className="screen">
      <PageHeader
        title={name || text.erased}
        parent={{ label: memberListMessages.title, to: listAddress('/clubs') }}
        badges={
          <>
            <Badge tone={STATUS_TONES[status]}>{STATUS_NAMES[status]}</Badge>
            {problem && <Badge tone={PROBLEM_TONES[problem.of]}>{PROBLEM_LABELS[problem.of]}</Badge>}
          </>
        }
        summary={text.summary(club.name, joinedAt === null ? '' : formatLongDay(todayIn(market, new Date(joinedAt))))}
        log={<ActivityLink kind="membership" id={member.id} />}
        actions={<MemberActions member={member} onOpen={setDialog} />}
        neighbours={{ previous: pathOf(member.neighbours.previous), next: pathOf(member.neighbours.next) }}
      />
      <FormError error={unskipping.error} />
      <div className="panel-columns">
        <div className="stack">
          <NextCasePanel member={member} onUnskip={unskip} isPending={unskipping.isPending} />
          <DeliveriesPanel member={member} />
          <MemberTimeline member={member} />
        </div>
        <div className="stack">
          <MemberPanel member={member} onSendLink={setDialog} />
          <CardPanel member={member} onSendLink={setDialog} />
          <MembershipPanel member={member} />
        </div>
      </div>
      {ActionDialog && <ActionDialog {...props} />}
      {dialog === 'charge' && <ChargeDialog {...props} />}
      {(dialog === 'card' || dialog === 'address') && <LinkDialog {...props} about={dialog} />}
      <MemberConflict member={member} action={unskipping} change={text.undoSkip} />
    </div>
  );
}
