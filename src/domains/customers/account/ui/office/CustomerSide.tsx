/** What a customer has in a market: tier, credit, gift cards, memberships, consents, devices and saved cards. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  CHANNEL_LABELS,
  CONSENT_LABELS,
  CONSENT_SOURCE_LABELS,
  MEMBERSHIP_LABELS,
  TIER_LABELS,
  customerMessages as text,
} from '#domains/customers/account/messages/office.ts';
import type { OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import { customerCalls, ownerOf } from './customer-calls.ts';
import { MEMBERSHIP_TONES, TIER_TONES } from './customer-tones.ts';
import { useCustomerAction } from './use-customer-action.ts';

interface PanelProps {
  readonly customer: OfficeCustomer;
}

interface SidePanelProps {
  readonly id: string;
  readonly title: string;
  /** Beside the title. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

function SidePanel({ id, title, end, children }: SidePanelProps) {
  return (
    <section className="panel" aria-labelledby={`${id}-heading`}>
      <div className="panel-head">
        <h2 id={`${id}-heading`}>{title}</h2>
        {end}
      </div>
      <div className="panel-body stack">{children}</div>
    </section>
  );
}

interface Entry {
  readonly key: string;
  readonly title: ReactNode;
  readonly detail: string;
  readonly amount?: string;
}

/** The entries of a ledger or history, folded away until someone asks for them. */
function Entries({ label, entries }: { readonly label: string; readonly entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <details className="fold">
      <summary>{label}</summary>
      <ul className="record-list">
        {entries.map(({ key, title, detail, amount }) => (
          <li key={key} className="record-row">
            <span>
              {title}
              <span className="record-detail text-muted small">{detail}</span>
            </span>
            {amount !== undefined && <span className="num">{amount}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function LoyaltyPanel({ customer, onChange }: PanelProps & { readonly onChange: () => void }) {
  const may = useMay();
  const { loyalty, market, timeZone } = customer;
  if (loyalty === null) return null;
  const money = (amount: number): string => formatMoneyIn(market, amount);
  const { tier, spent, next, reached, isExcluded, exclusionNote, decidedBy, entries } = loyalty;
  const when = reached === null ? '' : formatRelative(reached.at, timeZone);
  return (
    <SidePanel id="loyalty" title={text.loyalty} end={<Badge tone={TIER_TONES[tier]}>{TIER_LABELS[tier]}</Badge>}>
      <div>
        <p>{reached === null ? text.loyaltyStart : reached.isGranted ? text.loyaltyGranted(when) : text.loyaltyReached(when)}</p>
        <p className="text-muted small">{text.loyaltySpent(money(spent))}</p>
        {next && <p className="text-muted small">{text.loyaltyNext(money(next.missing), TIER_LABELS[next.tier])}</p>}
      </div>
      {isExcluded && (
        <p className="notice small">
          {text.loyaltyExcluded}
          {exclusionNote && <span className="record-detail">{exclusionNote}</span>}
        </p>
      )}
      <Entries
        label={text.showLedger(entries.length)}
        entries={entries.map(({ at, kind, amount, tier: granted, orderNumber }, index) => ({
          key: `${at}-${index}`,
          title: `${text.ledgerKinds[kind]}${orderNumber === null ? '' : ` ${text.order(orderNumber)}`}${granted === null ? '' : `: ${TIER_LABELS[granted]}`}`,
          detail: formatRelative(at, timeZone),
          ...(kind === 'grant' ? {} : { amount: money(amount) }),
        }))}
      />
      {decidedBy !== null && <p className="text-muted small">{text.loyaltyDecided(decidedBy)}</p>}
      {decidedBy === null && may('customers.write') && (
        <div className="record-actions">
          <Button tone="quiet" onPress={onChange}>
            {isExcluded ? text.include : text.exclude}
          </Button>
        </div>
      )}
    </SidePanel>
  );
}

export function CreditPanel({ customer }: PanelProps) {
  const may = useMay();
  const { key, credit, market, timeZone } = customer;
  if (credit === null || (credit.balance === 0 && credit.entries.length === 0)) return null;
  const money = (amount: number): string => formatMoneyIn(market, amount);
  return (
    <SidePanel id="credit" title={text.credit} end={<span className="num">{money(credit.balance)}</span>}>
      {credit.held > 0 && <p className="text-muted small">{text.creditHeld(money(credit.held))}</p>}
      <Entries
        label={text.showLedger(credit.entries.length)}
        entries={credit.entries.map(({ at, kind, amount, note }, index) => ({
          key: `${at}-${index}`,
          title: text.creditKinds[kind] ?? kind,
          detail: note === '' ? formatRelative(at, timeZone) : `${formatRelative(at, timeZone)} · ${note}`,
          amount: money(amount),
        }))}
      />
      {may('credit.read') && (
        <Link className="link small" to={`/credit/${market}/${key}`}>
          {text.seeCredit}
        </Link>
      )}
    </SidePanel>
  );
}

export function GiftCardsPanel({ customer }: PanelProps) {
  const may = useMay();
  const { giftCards, market, timeZone } = customer;
  if (giftCards.length === 0) return null;
  return (
    <SidePanel id="gift-cards" title={text.giftCards}>
      <ul className="record-list">
        {giftCards.map(({ id, ending, role, initial, balance, isExpired, createdAt }) => (
          <li key={id} className="record-row">
            <span>
              {may('credit.read') ? (
                <Link className="link" to={`/gift-cards/${id}`}>
                  {text.giftCard(ending)}
                </Link>
              ) : (
                text.giftCard(ending)
              )}
              <span className="record-detail text-muted small">
                {text.giftRoles[role]} {formatRelative(createdAt, timeZone)}
              </span>
            </span>
            {isExpired ? (
              <Badge>{text.giftExpired}</Badge>
            ) : (
              <span className="num small">{text.giftLeft(formatMoneyIn(market, balance), formatMoneyIn(market, initial))}</span>
            )}
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

/** `Tue 24 Nov`. */
const formatDay = (day: string): string => formatRelative(`${day}T12:00:00Z`, 'UTC').split(',')[0] ?? day;

export function ClubsPanel({ customer }: PanelProps) {
  const may = useMay();
  const { clubs } = customer;
  if (clubs.length === 0) return null;
  return (
    <SidePanel id="clubs" title={text.clubs}>
      <ul className="record-list">
        {clubs.map(({ id, club, status, next, paid }) => (
          <li key={id} className="record-row">
            <span>
              {may('clubs.read') ? (
                <Link className="link" to={`/clubs/members/${id}`}>
                  {club}
                </Link>
              ) : (
                club
              )}
              <span className="record-detail text-muted small">
                {[...(next === null ? [] : [text.clubNext(formatDay(next))]), text.clubPaid(paid)].join(' · ')}
              </span>
            </span>
            <Badge tone={MEMBERSHIP_TONES[status]}>{MEMBERSHIP_LABELS[status]}</Badge>
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

export function ConsentsPanel({ customer }: PanelProps) {
  const { consents, timeZone } = customer;
  return (
    <SidePanel id="consents" title={text.consents}>
      <ul className="record-list">
        {(['email', 'sms'] as const).map((channel) => (
          <li key={channel} className="record-row">
            {CONSENT_LABELS[channel]}
            <Badge tone={consents[channel] ? 'good' : 'plain'}>{consents[channel] ? text.consentState.yes : text.consentState.no}</Badge>
          </li>
        ))}
      </ul>
      <Entries
        label={text.consentHistory}
        entries={consents.history.map(({ at, channel, granted, source, wording }, index) => ({
          key: `${at}-${index}`,
          title: text.consentEntry(CHANNEL_LABELS[channel], granted, CONSENT_SOURCE_LABELS[source]),
          detail: wording === '' ? formatRelative(at, timeZone) : `${formatRelative(at, timeZone)} · “${wording}”`,
        }))}
      />
      <p className="text-muted small">{text.consentRule}</p>
    </SidePanel>
  );
}

export function SessionsPanel({ customer, onSignOutAll }: PanelProps & { readonly onSignOutAll: () => void }) {
  const may = useMay();
  const action = useCustomerAction(customer);
  const { sessions, timeZone } = customer;
  const mayEnd = may('customers.write');
  return (
    <SidePanel
      id="sessions"
      title={text.sessions}
      end={
        mayEnd &&
        sessions.length > 1 && (
          <Button tone="quiet" onPress={onSignOutAll}>
            {text.signOutAll}
          </Button>
        )
      }
    >
      <FormError error={action.error} />
      {sessions.length === 0 && <p className="text-muted">{text.noSessions}</p>}
      {sessions.length > 0 && (
        <ul className="record-list">
          {sessions.map(({ id, device, lastSeenAt }) => (
            <li key={id} className="record-row">
              <span>
                {device}
                <span className="record-detail text-muted small">{text.lastSeen(formatRelative(lastSeenAt, timeZone))}</span>
              </span>
              {mayEnd && (
                <Button
                  tone="quiet"
                  isDisabled={action.isPending}
                  aria-label={text.signOutDevice(device)}
                  onPress={() =>
                    void action.run({
                      send: () => customerCalls.endCustomerSessions({ ...ownerOf(customer), id }),
                      done: text.signedOut,
                    })
                  }
                >
                  {text.signOut}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  );
}

export function SavedCardsPanel({ customer }: PanelProps) {
  const { cards } = customer;
  if (cards.length === 0) return null;
  return (
    <SidePanel id="cards" title={text.cards}>
      <ul className="record-list">
        {cards.map(({ brand, last4, expiryMonth, expiryYear }) => (
          <li key={`${brand}${last4}${expiryMonth}${expiryYear}`}>
            {text.card(brand, last4)}
            <span className="record-detail text-muted small">{text.cardExpires(expiryMonth, expiryYear)}</span>
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}
