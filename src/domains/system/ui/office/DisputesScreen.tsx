/** Disputed payments, with the date by which the bank wants evidence. */
import { useState } from 'react';
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { DISPUTE_VIEW_LABELS, disputeMessages as text } from '#domains/system/messages/records.ts';
import { DISPUTE_VIEWS } from '#domains/system/model/record-states.ts';
import type { SystemDispute } from '#domains/system/records-contract.ts';
import { DEFAULT_MARKET, getMarketConfig } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { Segmented } from '#ui/office/Segmented.tsx';
import type { loadDisputes } from './load-system.ts';
import { SystemTabs } from './SystemTabs.tsx';
import { recordCalls } from './system-calls.ts';
import './system.css';

type State = keyof typeof text.states;
const TONES: Readonly<Record<State, Tone>> = { waiting: 'wait', answered: 'info', overdue: 'bad', won: 'good', lost: 'plain' };

function stateOf({ status, answeredAt, evidenceDueAt }: SystemDispute): State {
  if (status !== 'open') return status;
  if (answeredAt !== null) return 'answered';
  return evidenceDueAt !== null && new Date(evidenceDueAt) < new Date() ? 'overdue' : 'waiting';
}

const amountOf = ({ amount, currency }: SystemDispute): string =>
  new Intl.NumberFormat(getMarketConfig(DEFAULT_MARKET).locale, { style: 'currency', currency }).format(amount);

function Row({
  dispute,
  onAnswer,
}: {
  readonly dispute: SystemDispute;
  readonly onAnswer: ((isAnswered: boolean) => Promise<void>) | null;
}) {
  const { order, reason, evidenceDueAt, closedAt, answeredAt, answeredBy, status } = dispute;
  const [isPending, setIsPending] = useState(false);
  const state = stateOf(dispute);
  const at = (iso: string): string => formatRelative(iso, timeZoneOf(order.market));
  const answer = async (isAnswered: boolean): Promise<void> => {
    setIsPending(true);
    await onAnswer?.(isAnswered);
    setIsPending(false);
  };
  return (
    <tr>
      <th scope="row">
        <Link className="link" to={`/orders/${order.id}`}>
          #{order.number}
        </Link>{' '}
        <span className="market">{order.market}</span>
      </th>
      <td className="is-numeric">{amountOf(dispute)}</td>
      <td className="system-text">{reason.replaceAll('_', ' ')}</td>
      <td>{closedAt !== null ? text.closedOn(at(closedAt)) : evidenceDueAt === null ? text.noDeadline : at(evidenceDueAt)}</td>
      <td>
        <span className="cell-two">
          <span>
            <Badge tone={TONES[state]}>{text.states[state]}</Badge>
          </span>
          {answeredAt !== null && <span className="text-muted small">{text.answeredBy(answeredBy, at(answeredAt))}</span>}
        </span>
      </td>
      <td>
        {onAnswer !== null && status === 'open' && (
          <Button
            aria-label={answeredAt === null ? text.answerOf(order.number) : text.undoOf(order.number)}
            isPending={isPending}
            onPress={() => void answer(answeredAt === null)}
          >
            {answeredAt === null ? text.answer : text.undo}
          </Button>
        )}
      </td>
    </tr>
  );
}

export function DisputesScreen() {
  const { show, rows, total } = useLoaderData<typeof loadDisputes>();
  const mayAnswer = useMay()('orders.write');
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const answer = async ({ gateway, id }: Pick<SystemDispute, 'gateway' | 'id'>, isAnswered: boolean): Promise<void> => {
    const result = await recordCalls.answerSystemDispute({ gateway, id, isAnswered });
    await revalidate();
    if (!result.ok) return toastFailed(result.title);
    if (isAnswered) toastDone(text.answered, () => void answer({ gateway, id }, false));
    else toastDone(text.reopened);
  };
  return (
    <div className="screen">
      <PageHeader
        title={text.title}
        actions={
          <Segmented
            label={text.show}
            options={DISPUTE_VIEWS.map((value) => ({ value, label: DISPUTE_VIEW_LABELS[value] }))}
            value={show}
            onChange={(value) => void navigate({ search: value === 'open' ? '' : `show=${value}` })}
          />
        }
      />
      <SystemTabs />
      {rows.length === 0 ? (
        <ScreenState icon="tick" title={text.emptyTitle[show]} text={text.emptyText[show]} />
      ) : (
        <>
          <p className="text-muted system-lead">{text.hint}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard */}
          <section className="panel table-scroll" aria-label={text.title} tabIndex={0}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{text.columns.order}</th>
                  <th scope="col" className="is-numeric">
                    {text.columns.amount}
                  </th>
                  <th scope="col">{text.columns.reason}</th>
                  <th scope="col">{text.columns.due}</th>
                  <th scope="col">{text.columns.state}</th>
                  <th scope="col">
                    <span className="visually-hidden">{text.columns.actions}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((dispute) => (
                  <Row
                    key={`${dispute.gateway}:${dispute.id}`}
                    dispute={dispute}
                    onAnswer={mayAnswer ? (isAnswered) => answer(dispute, isAnswered) : null}
                  />
                ))}
              </tbody>
            </table>
          </section>
          {rows.length < total && <p className="text-muted small">{text.more(rows.length, total)}</p>}
        </>
      )}
    </div>
  );
}
