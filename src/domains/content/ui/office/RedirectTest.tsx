/** Says where an address leads, step by step, on each site. */
import { useState } from 'react';
import { redirectTestMessages as text } from '#domains/content/messages/office-redirects.ts';
import type { TracedAddress } from '#domains/content/redirect-import-office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { redirectImportCalls } from './load-redirects.ts';

/** What visitors find at the end. */
const endOf = ({ end, isOutside }: TracedAddress): string => {
  if (isOutside) return text.outside;
  return end.state === 'found' ? text.found(end.name) : text.missing;
};

function Trace({ path, traced }: { readonly path: string; readonly traced: TracedAddress }) {
  const { site, steps, end } = traced;
  return (
    <section aria-label={site}>
      <h3>{site}</h3>
      <ol className="redirect-steps">
        <li>{text.start(path)}</li>
        {steps.map(({ from, to, isPermanent }) => (
          <li key={from}>{text.redirect(to, isPermanent)}</li>
        ))}
        <li>
          <OfficeIcon name={end.state === 'found' ? 'tick' : 'warning'} />
          {endOf(traced)}
        </li>
      </ol>
      {steps.length > 1 && <p className="text-muted small">{text.direct(end.to)}</p>}
    </section>
  );
}

export function RedirectTest({ onClose }: { readonly onClose: () => void }) {
  const [address, setAddress] = useState('');
  const [found, setFound] = useState<{ readonly path: string; readonly results: readonly TracedAddress[] } | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async (): Promise<void> => {
    setIsPending(true);
    const tested = await redirectImportCalls.testRedirect({ address });
    setIsPending(false);
    setFound(tested.ok ? tested.value : null);
    setError(tested.ok ? null : tested.title);
  };
  return (
    <Dialog title={text.title} isOpen onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <FormError error={error} />
        <TextField label={text.address} hint={text.addressHint} value={address} onChange={setAddress} autoFocus maxLength={500} />
        <div aria-live="polite" className="stack">
          {found?.results.map((traced) => (
            <Trace key={traced.site} path={found.path} traced={traced} />
          ))}
        </div>
        <DialogEnd>
          <Button onPress={onClose}>{officeMessages.close}</Button>
          <Button tone="primary" type="submit" isDisabled={address.trim() === ''} isPending={isPending}>
            {text.test}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
