/** Begins an order by phone: for a customer that is found, or a guest with an email address. */
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CustomerRow } from '#domains/customers/account/office-contract.ts';
import { customerCalls } from '#domains/customers/account/ui/office/customer-calls.ts';
import { newDraftMessages as text } from '#domains/selling/draft-orders/messages/office.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { isEmail } from '#lib/email.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { Segmented } from '#ui/office/Segmented.tsx';
import { draftCalls } from './draft-calls.ts';
import './draft.css';

const SEARCH_PAUSE_MS = 200;
const MIN_SEARCH = 2;
const SHOWN = 6;

/** Asks whom the order is for. */
export function NewDraftDialog({ onClose }: { readonly onClose: () => void }) {
  const { markets } = useMe();
  const may = useMay();
  const navigate = useNavigate();
  const [market, setMarket] = useState(markets[0]);
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly CustomerRow[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const query = typed.trim();
  const canSearch = may('customers.read');

  useEffect(() => {
    setFound([]);
    if (!canSearch || query.length < MIN_SEARCH || market === undefined) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void customerCalls
        .customers({ q: query, limit: SHOWN, 'filter[market]': market })
        .then((result) => isCurrent && result.ok && setFound(result.value.rows));
    }, SEARCH_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, market, canSearch]);

  const begin = async (of: { readonly customerId?: number; readonly email?: string }): Promise<void> => {
    if (market === undefined || isPending) return;
    setIsPending(true);
    setError(null);
    const begun = await draftCalls.createDraftOrder({ market, ...of });
    setIsPending(false);
    if (begun.ok) void navigate(`/draft-orders/${begun.value.id}`);
    else setError(begun.title);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isEmail(query)) void begin({ email: query });
    else setError(text.missing);
  };
  return (
    <Dialog title={text.title} isOpen onClose={onClose} isDismissable={!isPending}>
      <form className="form" noValidate onSubmit={submit}>
        <FormError error={error} />
        {markets.length > 1 && (
          <div className="entry">
            <span className="entry-label" aria-hidden="true">
              {text.market}
            </span>
            <Segmented
              label={text.market}
              options={markets.map((one) => ({ value: one, label: one }))}
              value={market ?? null}
              onChange={setMarket}
            />
          </div>
        )}
        <TextField
          label={text.customer}
          hint={text.customerHint}
          value={typed}
          onChange={setTyped}
          maxLength={200}
          autoComplete="off"
          autoFocus
        />
        {found.length > 0 && (
          <ul className="draft-found" aria-label={text.found}>
            {found.map((row) => (
              <li key={row.id}>
                <Button
                  onPress={() => void begin(row.kind === 'account' ? { customerId: Number(row.key) } : { email: row.email })}
                  isDisabled={isPending}
                >
                  <span className="cell-two">
                    <span>{row.name || row.email}</span>
                    <span className="text-muted small">{[row.name && row.email, row.phone].filter(Boolean).join(' · ')}</span>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {isEmail(query) ? text.begin(query) : text.action}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

/** The button that begins an order by phone. */
export function NewDraft() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button tone="primary" icon="plus" onPress={() => setIsOpen(true)}>
        {text.action}
      </Button>
      {isOpen && <NewDraftDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
