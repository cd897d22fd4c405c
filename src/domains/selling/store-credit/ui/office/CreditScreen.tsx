/** The store credit of a customer in a market: the balance, every entry, and what staff change. */
import { useState } from 'react';
import { Link, useLoaderData } from 'react-router';
import { creditListMessages, creditMessages as text } from '#domains/selling/store-credit/messages/office.ts';
import { formatAmount, formatChange } from '#domains/selling/store-credit/model/format-amount.ts';
import type { OfficeCredit } from '#domains/selling/store-credit/office-contract.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Button } from '#ui/office/Button.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ChangeCreditDialog } from './ChangeCreditDialog.tsx';
import { nameCustomer, nameKind } from './credit-list-spec.tsx';
import type { loadCredit } from './load-credit.ts';
import './credit.css';

function CreditLedger({ credit }: { readonly credit: OfficeCredit }) {
  const may = useMay();
  const { market, entries, timeZone } = credit;
  return (
    <section className="panel" aria-labelledby="ledger-heading">
      <div className="panel-head">
        <h2 id="ledger-heading">{text.ledger}</h2>
      </div>
      {entries.length === 0 ? (
        <p className="panel-body text-muted">{text.empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
        // biome-ignore lint/a11y/useSemanticElements: the section around it is the landmark
        <div className="table-scroll" role="group" aria-label={text.ledger} tabIndex={0}>
          <table className="table table-stack">
            <thead>
              <tr>
                <th scope="col">{text.entry.what}</th>
                <th scope="col">{text.entry.when}</th>
                <th scope="col" className="is-numeric">
                  {text.entry.amount}
                </th>
                <th scope="col" className="is-numeric">
                  {text.entry.balance}
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.toReversed().map((entry) => (
                <tr key={entry.id}>
                  <th scope="row">
                    {nameKind(entry.kind)}
                    {entry.note && <span className="line small">{entry.note}</span>}
                    {entry.author && <span className="line text-muted small">{text.by(entry.author, entry.reason)}</span>}
                    {entry.orderNumber !== null && (
                      <span className="line small">
                        {entry.orderId !== null && may('orders.read') ? (
                          <Link className="link" to={`/orders/${entry.orderId}`}>
                            {text.order(entry.orderNumber)}
                          </Link>
                        ) : (
                          text.order(entry.orderNumber)
                        )}
                      </span>
                    )}
                  </th>
                  <td className="num stack-start">{formatRelative(entry.at, timeZone)}</td>
                  <td className="is-numeric stack-end">{formatChange(market, entry.amount)}</td>
                  <td className="is-numeric stack-end" data-label={text.entry.balance}>
                    {formatAmount(market, entry.balance)}
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  {text.sum}
                </th>
                <td className="is-numeric">
                  <strong>{formatAmount(market, credit.balance)}</strong>
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </section>
  );
}

export function CreditScreen() {
  const credit = useLoaderData<typeof loadCredit>();
  const may = useMay();
  const [dialog, setDialog] = useState<'give' | 'take' | null>(null);
  const { market, email, balance, held } = credit;
  const name = nameCustomer(credit);
  return (
    <div className="screen">
      <PageHeader
        title={text.title(name)}
        parent={{ label: creditListMessages.title, to: listAddress('/credit') }}
        badges={<span className="market">{market}</span>}
        log={<ActivityLink kind="credit" id={`${market}:${credit.customerId}`} />}
        actions={
          may('credit.write') && (
            <>
              {balance > held && (
                <Button icon="refund" onPress={() => setDialog('take')}>
                  {text.takeBack}
                </Button>
              )}
              {email !== '' && (
                <Button tone="primary" icon="plus" onPress={() => setDialog('give')}>
                  {text.give}
                </Button>
              )}
            </>
          )
        }
      />
      <div className="panel-columns">
        <CreditLedger credit={credit} />
        <div className="stack">
          <section className="panel" aria-labelledby="balance-heading">
            <div className="panel-head">
              <h2 id="balance-heading">{text.balance}</h2>
            </div>
            <div className="panel-body stack">
              <p>
                <strong className="balance-sum num">{formatAmount(market, balance)}</strong>
              </p>
              {held > 0 && <p className="text-muted small">{text.held(formatAmount(market, held))}</p>}
              <p className="text-muted small">{text.noEnd}</p>
            </div>
          </section>
          <section className="panel" aria-labelledby="customer-heading">
            <div className="panel-head">
              <h2 id="customer-heading">{text.customer}</h2>
            </div>
            <div className="panel-body">
              <p>{name}</p>
              {email && (
                <a className="link" href={`mailto:${email}`}>
                  {email}
                </a>
              )}
            </div>
          </section>
        </div>
      </div>
      {dialog !== null && <ChangeCreditDialog credit={credit} kind={dialog} onClose={() => setDialog(null)} />}
    </div>
  );
}
