/** Claims the wines of selected claims from their suppliers: one email with a file per producer. */
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { supplierClaimMessages as text } from '#domains/selling/claims/messages/supplier.ts';
import { MAX_SUPPLIER_CLAIMS } from '#domains/selling/claims/model/supplier-claim.ts';
import type { SupplierGroupView } from '#domains/selling/claims/supplier-contract.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { collectClaimIds } from './selected-claims.ts';
import { supplierCalls } from './supplier-calls.ts';

interface GroupFormProps {
  readonly group: SupplierGroupView;
  readonly ids: readonly string[];
}

function GroupForm({ group, ids }: GroupFormProps) {
  const { market, producer, claims, lines, bottles, sentLines, sentBottles, version } = group;
  const [email, setEmail] = useState(group.email);
  const [isAgain, setIsAgain] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsPending(true);
    const sent = await supplierCalls.sendSupplierClaim({ ids: [...ids], market, producer, email, contactVersion: version, again: isAgain });
    setIsPending(false);
    setError(sent.ok ? null : sent.title);
    if (!sent.ok) return;
    setIsSent(true);
    toastDone(text.sentTo(email));
  };
  return (
    <form className="form supplier-claim" onSubmit={(event) => void submit(event)} noValidate>
      <h3>
        {text.producer(producer, market)} {isSent && <Badge tone="good">{text.sent}</Badge>}
      </h3>
      <p className="text-muted small">{text.count(isAgain ? bottles + sentBottles : bottles, claims)}</p>
      <FormError error={error} />
      {!isSent && (
        <>
          {sentLines > 0 && (
            <>
              {!isAgain && <p className="small">{text.before(sentLines)}</p>}
              <Checkbox isSelected={isAgain} onChange={setIsAgain}>
                {text.again}
              </Checkbox>
            </>
          )}
          <TextField label={text.email} hint={text.emailHint} type="email" value={email} onChange={setEmail} />
          <Button type="submit" tone="primary" isPending={isPending} isDisabled={email.trim() === '' || (lines === 0 && !isAgain)}>
            {text.send}
          </Button>
        </>
      )}
    </form>
  );
}

export interface SupplierDialogProps {
  readonly selection: GridSelection;
  /** Filters of the list. */
  readonly input: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

type Read = { readonly ids: readonly string[]; readonly groups: readonly SupplierGroupView[] } | { readonly error: string };

export function SupplierDialog({ selection, input, onClose }: SupplierDialogProps) {
  const [read, setRead] = useState<Read | null>(null);
  const load = useCallback(async (): Promise<Read> => {
    const collected = await collectClaimIds(selection, input, (count) => count <= MAX_SUPPLIER_CLAIMS);
    if (!collected.ok) return { error: collected.title };
    if (collected.ids.length > MAX_SUPPLIER_CLAIMS) return { error: text.tooMany(MAX_SUPPLIER_CLAIMS) };
    const found = await supplierCalls.supplierGroups({ ids: [...collected.ids] });
    return found.ok ? { ids: collected.ids, groups: found.value.groups } : { error: found.title };
  }, [selection, input]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog opens for one selection
  useEffect(() => {
    let isShown = true;
    void load().then((value) => {
      if (isShown) setRead(value);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <Dialog title={text.action} isOpen onClose={onClose}>
      {read === null ? (
        <p role="status">{text.reading}</p>
      ) : 'error' in read ? (
        <FormError error={read.error} />
      ) : read.groups.length === 0 ? (
        <p role="status">{text.none}</p>
      ) : (
        <div className="stack">
          <p className="text-muted">{text.intro}</p>
          {read.groups.map((group) => (
            <GroupForm key={`${group.market} ${group.producer}`} group={group} ids={read.ids} />
          ))}
        </div>
      )}
      <DialogEnd>
        <Button onPress={onClose}>{text.close}</Button>
      </DialogEnd>
    </Dialog>
  );
}
