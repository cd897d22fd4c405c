/** One customer as a market knows them: how they are reached, what they bought and have, and what happened. */
import { useState } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { useLoaderData } from 'react-router';
import { customerListMessages, KIND_LABELS, TIER_LABELS, customerMessages as text } from '#domains/customers/account/messages/office.ts';
import type { OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { MenuAction } from '#ui/office/MenuAction.tsx';
import type { OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useRecordActions } from '#ui/office/screen-actions.ts';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { AddressDialog, type OfficeAddress } from './AddressDialog.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import { ExportDataDialog, PasswordResetDialog, SignOutDialog } from './CustomerConfirmations.tsx';
import { AddressesPanel, ContactPanel, MarketTabs } from './CustomerContact.tsx';
import { CartPanel, CustomerFigures, OrdersPanel } from './CustomerOrders.tsx';
import { ClubsPanel, ConsentsPanel, CreditPanel, GiftCardsPanel, LoyaltyPanel, SavedCardsPanel, SessionsPanel } from './CustomerSide.tsx';
import { CustomerTimeline } from './CustomerTimeline.tsx';
import { nameOf } from './customer-calls.ts';
import { TIER_TONES } from './customer-tones.ts';
import { EmailDialog } from './EmailDialog.tsx';
import { EraseDialog } from './EraseDialog.tsx';
import { LoyaltyDialog } from './LoyaltyDialog.tsx';
import type { loadCustomer } from './load-customer.ts';
import { MergeDialog } from './MergeDialog.tsx';
import './customer.css';

/** Dialogs without an address, by their key in the menu. */
const DIALOGS = {
  contact: ContactDialog,
  email: EmailDialog,
  reset: PasswordResetDialog,
  signOut: SignOutDialog,
  loyalty: LoyaltyDialog,
  export: ExportDataDialog,
  merge: MergeDialog,
  erase: EraseDialog,
} as const;
type DialogKey = keyof typeof DIALOGS;

interface Action {
  readonly key: DialogKey;
  readonly label: string;
  readonly icon: OfficeIconName;
  readonly isDanger?: true;
}

function CustomerActions({ customer, onOpen }: { readonly customer: OfficeCustomer; readonly onOpen: (key: DialogKey) => void }) {
  const may = useMay();
  const mayWrite = may('customers.write');
  const actions: Action[] = [
    ...(mayWrite && customer.canSendMail
      ? ([
          { key: 'email', label: text.changeEmail, icon: 'mail' },
          { key: 'reset', label: text.passwordReset, icon: 'key' },
        ] as const)
      : []),
    ...(mayWrite && customer.sessions.length > 0 ? ([{ key: 'signOut', label: text.signOutAll, icon: 'phone' }] as const) : []),
    ...(may('customers.export') ? ([{ key: 'export', label: text.exportData, icon: 'download' }] as const) : []),
    ...(may('customers.erase')
      ? ([
          { key: 'merge', label: text.merge, icon: 'customers' },
          { key: 'erase', label: text.erase, icon: 'close', isDanger: true },
        ] as const)
      : []),
  ];
  if (customer.kind === 'guest') return null;
  return (
    <>
      {actions.length > 0 && (
        <MenuTrigger>
          <Button icon="more">{text.more}</Button>
          <Popover className="menu" placement="bottom end">
            <Menu
              onAction={(key) => {
                const chosen = actions.find((one) => one.key === key);
                if (chosen) onOpen(chosen.key);
              }}
            >
              {actions.map(({ key, label, icon, isDanger }) => (
                <MenuAction key={key} id={key} icon={icon} label={label} isDanger={isDanger} />
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      {mayWrite && (
        <Button tone="primary" icon="note" onPress={() => onOpen('contact')}>
          {text.edit}
        </Button>
      )}
    </>
  );
}

const pathOf = (key: string | null): string | null => (key === null ? null : `/customers/${key}`);

function CustomerPage({ customer }: { readonly customer: OfficeCustomer }) {
  const may = useMay();
  const [dialog, setDialog] = useState<DialogKey | null>(null);
  const [address, setAddress] = useState<{ readonly edited: OfficeAddress | null } | null>(null);
  const { kind, loyalty, isStaff, since, timeZone, neighbours } = customer;
  const Opened = dialog === null ? null : DIALOGS[dialog];
  const when = formatMoment(since, timeZone);
  const isAccount = kind === 'account';
  useLiveReload('customer', { id: customer.key, isPaused: dialog !== null || address !== null });
  const mayWrite = isAccount && may('customers.write');
  useRecordActions({
    editCustomer: mayWrite && (() => setDialog('contact')),
    addAddress: mayWrite && (() => setAddress({ edited: null })),
    changeEmail: mayWrite && customer.canSendMail && (() => setDialog('email')),
    sendPasswordReset: mayWrite && customer.canSendMail && (() => setDialog('reset')),
    exportCustomer: isAccount && may('customers.export') && (() => setDialog('export')),
    mergeCustomer: isAccount && may('customers.erase') && (() => setDialog('merge')),
  });
  return (
    <div className="screen">
      <PageHeader
        title={nameOf(customer)}
        parent={{ label: customerListMessages.title, to: listAddress('/customers') }}
        badges={
          <>
            {loyalty === null ? (
              <Badge>{KIND_LABELS.guest}</Badge>
            ) : (
              <Badge tone={TIER_TONES[loyalty.tier]}>{TIER_LABELS[loyalty.tier]}</Badge>
            )}
            {isStaff && <Badge tone="info">{text.staff}</Badge>}
          </>
        }
        summary={kind === 'guest' ? text.firstOrder(when) : text.since(customer.key, when)}
        log={kind !== 'guest' && <ActivityLink kind="customer" id={customer.key} />}
        actions={<CustomerActions customer={customer} onOpen={setDialog} />}
        neighbours={{ previous: pathOf(neighbours.previous), next: pathOf(neighbours.next) }}
      />
      <MarketTabs customer={customer} />
      <div className="panel-columns">
        <div className="stack">
          <CustomerFigures customer={customer} />
          <OrdersPanel customer={customer} />
          <CartPanel customer={customer} />
          <CustomerTimeline customer={customer} />
        </div>
        <div className="stack">
          <ContactPanel customer={customer} />
          {isAccount && <AddressesPanel customer={customer} onEdit={(edited) => setAddress({ edited })} />}
          <LoyaltyPanel customer={customer} onChange={() => setDialog('loyalty')} />
          <CreditPanel customer={customer} />
          <GiftCardsPanel customer={customer} />
          <ClubsPanel customer={customer} />
          {isAccount && <ConsentsPanel customer={customer} />}
          {isAccount && <SessionsPanel customer={customer} onSignOutAll={() => setDialog('signOut')} />}
          <SavedCardsPanel customer={customer} />
        </div>
      </div>
      {Opened && <Opened customer={customer} onClose={() => setDialog(null)} />}
      {address && <AddressDialog customer={customer} address={address.edited} onClose={() => setAddress(null)} />}
    </div>
  );
}

export function CustomerScreen() {
  const customer = useLoaderData<typeof loadCustomer>();
  return <CustomerPage key={`${customer.key}${customer.market}`} customer={customer} />;
}
