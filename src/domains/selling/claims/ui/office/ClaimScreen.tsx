/** One claim: what the buyer says, with photos, and the decision. */
import { useState } from 'react';
import { Link, useLoaderData } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { PROBLEM_LABELS } from '#domains/selling/claims/messages/claims.ts';
import { OFFICE_CLAIM_STATES, officeClaimMessages as text } from '#domains/selling/claims/messages/office.ts';
import type { OfficeClaim } from '#domains/selling/claims/office-contract.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useRecordActions } from '#ui/office/screen-actions.ts';
import { Timeline } from '#ui/office/Timeline.tsx';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { ClaimPhoto } from './ClaimPhoto.tsx';
import { CLAIM_TONES } from './claim-list-spec.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import type { loadClaim } from './load-claims.ts';
import { SupplierPanel } from './SupplierPanel.tsx';
import './claims.css';

const pathOf = (id: string | null): string | null => (id === null ? null : `/claims/${id}`);

function Reported({ claim }: { readonly claim: OfficeClaim }) {
  const { lines, market, photos, id } = claim;
  return (
    <section className="panel" aria-labelledby="claim-reported">
      <div className="panel-head">
        <h2 id="claim-reported">{text.reported}</h2>
      </div>
      <div className="panel-body stack">
        <ul className="claim-lines">
          {lines.map(({ name, problem, bottles, ordered, paid }) => (
            <li key={`${name} ${problem}`}>
              <b>{text.line(name, PROBLEM_LABELS[problem], bottles)}</b>
              <span className="text-muted small">{text.ordered(ordered, formatMoneyIn(market, paid))}</span>
            </li>
          ))}
        </ul>
        {claim.text !== '' && <p className="claim-words">{claim.text}</p>}
        {photos.length > 0 && (
          <div className="claim-photos">
            {photos.map((photo, index) => (
              <ClaimPhoto key={photo} id={id} photo={photo} label={text.photo(index + 1, photos.length)} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

function Facts({ claim }: { readonly claim: OfficeClaim }) {
  const { orderId, number, name, email, carriers, left, market, otherClaims } = claim;
  return (
    <section className="panel" aria-labelledby="claim-facts">
      <div className="panel-head">
        <h2 id="claim-facts">{text.facts}</h2>
      </div>
      <dl className="panel-body facts">
        <div>
          <dt>{text.order}</dt>
          <dd>
            <Link to={`/orders/${orderId}`}>{text.number(number)}</Link>
          </dd>
        </div>
        <div>
          <dt>{text.buyer}</dt>
          <dd>{name || text.erased}</dd>
        </div>
        <div>
          <dt>{text.left}</dt>
          <dd className="num">{formatMoneyIn(market, left)}</dd>
        </div>
        <div>
          <dt>{text.carriers}</dt>
          <dd>{carriers.length === 0 ? text.notSent : carriers.join(', ')}</dd>
        </div>
        {otherClaims > 0 && email !== '' && (
          <div>
            <dt>{text.others}</dt>
            <dd>
              <Link to={`/claims?${new URLSearchParams({ q: email })}`}>{text.otherCount(otherClaims)}</Link>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

export function ClaimScreen() {
  const claim = useLoaderData<typeof loadClaim>();
  const may = useMay();
  const [isDeciding, setDeciding] = useState(false);
  const { id, number, state, market, amount, answer, decidedBy, timeZone, neighbours, history, replacement, rule } = claim;
  const mayDecide = state === 'open' && may('orders.refund');
  useRecordActions({ decideClaim: mayDecide && (() => setDeciding(true)) });
  // A decision of a colleague is reported when this person's is sent.
  useLiveReload('claim', { id, isPaused: isDeciding });
  return (
    <div className="screen">
      <PageHeader
        title={text.titleOf(number)}
        parent={{ label: text.title, to: listAddress('/claims') }}
        badges={<Badge tone={CLAIM_TONES[state]}>{OFFICE_CLAIM_STATES[state]}</Badge>}
        summary={text.received(formatMoment(claim.receivedAt, timeZone))}
        log={<ActivityLink kind="claim" id={id} />}
        neighbours={{ previous: pathOf(neighbours.previous), next: pathOf(neighbours.next) }}
        actions={
          mayDecide && (
            <Button tone="primary" icon="tick" onPress={() => setDeciding(true)}>
              {text.decide}
            </Button>
          )
        }
      />
      <div className="panel-columns">
        <div className="stack">
          <Reported claim={claim} />
          {history.length > 0 && (
            <section className="panel" aria-labelledby="claim-history">
              <div className="panel-head">
                <h2 id="claim-history">{text.history}</h2>
              </div>
              <Timeline
                entries={history.map(({ at, who, action }, index) => ({
                  id: `${at} ${index}`,
                  at,
                  icon: 'note',
                  tone: 'plain',
                  title: action,
                  detail: who,
                }))}
                timeZone={timeZone}
              />
            </section>
          )}
        </div>
        <div className="stack">
          <Facts claim={claim} />
          <SupplierPanel claim={claim} />
          {state !== 'open' && (
            <section className="panel" aria-labelledby="claim-answer">
              <div className="panel-head">
                <h2 id="claim-answer">{text.answer}</h2>
              </div>
              <div className="panel-body">
                {amount !== null && <p className="num">{formatMoneyIn(market, amount)}</p>}
                {replacement !== null && (
                  <p>
                    {text.sentAgain} <Link to={`/orders/${replacement.id}`}>{text.number(replacement.number)}</Link>
                  </p>
                )}
                {answer !== '' && <p className="claim-words">{answer}</p>}
                {rule === null ? (
                  <p className="text-muted small">{text.decidedBy(decidedBy)}</p>
                ) : (
                  <>
                    <p className="text-muted small">{text.decidedAtOnce}</p>
                    <p className="text-muted small">
                      {text.rule(
                        rule.problems.map((problem) => PROBLEM_LABELS[problem]).join(', '),
                        formatMoneyIn(market, rule.upTo),
                        rule.perYear,
                      )}
                    </p>
                  </>
                )}
              </div>
            </section>
          )}
        </div>
      </div>
      {isDeciding && <DecideDialog claim={claim} onClose={() => setDeciding(false)} />}
    </div>
  );
}
