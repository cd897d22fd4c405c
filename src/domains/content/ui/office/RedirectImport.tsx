/** Imports redirects from CSV: shows what every row will change before it changes anything. */
import { useRef, useState } from 'react';
import { redirectImportMessages as text } from '#domains/content/messages/office-redirects.ts';
import type { PlannedRow } from '#domains/content/redirect-import-office-contract.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { redirectImportCalls } from './load-redirects.ts';

const TONES: Readonly<Record<PlannedRow['state'], Tone>> = { added: 'good', changed: 'wait', unchanged: 'plain', refused: 'bad' };

interface Plan {
  readonly csv: string;
  readonly rows: readonly PlannedRow[];
  readonly fingerprint: string;
}

function PlanTable({ rows }: { readonly rows: readonly PlannedRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
    <section className="redirect-plan" aria-label={text.rows} tabIndex={0}>
      <table className="table table-stack">
        <caption className="visually-hidden">{text.rows}</caption>
        <thead>
          <tr>
            {Object.entries(text.columns).map(([name, label]) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, from, to, state, notes, before }) => (
            <tr key={line}>
              <td className="num" data-label={text.columns.line}>
                {line}
              </td>
              <th scope="row">{from}</th>
              <td data-label={text.columns.to}>
                {to}
                {state === 'changed' && before !== null && <span className="text-muted small"> {text.before(before)}</span>}
              </td>
              <td className="stack-end">
                <Badge tone={TONES[state]}>{text.states[state]}</Badge>
              </td>
              <td>{notes.join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export interface RedirectImportProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function RedirectImport({ onDone, onClose }: RedirectImportProps) {
  const [csv, setCsv] = useState('');
  const [plan, setPlan] = useState<Plan | null>(null);
  const [onlyNotes, setOnlyNotes] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const check = async (rows: string): Promise<void> => {
    setIsPending(true);
    setError(null);
    const planned = await redirectImportCalls.planRedirects({ csv: rows });
    setIsPending(false);
    if (!planned.ok) return setError(planned.title);
    setPlan({ csv: rows, ...planned.value });
  };
  const run = async ({ csv: rows, fingerprint }: Plan): Promise<void> => {
    setIsPending(true);
    setError(null);
    const done = await redirectImportCalls.importRedirects({ csv: rows, fingerprint });
    setIsPending(false);
    if (!done.ok) {
      if (done.code === 'plan_outdated') await check(rows);
      return setError(done.title);
    }
    const { changed, ...before } = done.value;
    const undo = async (): Promise<void> => {
      const undone = await redirectImportCalls.revertRedirects(before);
      if (!undone.ok) return toastFailed(undone.title);
      if (undone.value.kept === 0) toastDone(text.undone);
      else toastFailed(text.changedSince(undone.value.kept));
      onDone();
    };
    toastDone(text.done(changed), () => void undo());
    onDone();
  };
  const number = (state: PlannedRow['state']): number => plan?.rows.filter((row) => row.state === state).length ?? 0;
  const changes = number('added') + number('changed');
  return (
    <Dialog title={text.title} isOpen onClose={onClose} isDismissable={!isPending} isWide={plan !== null}>
      <FormError error={error} />
      {plan === null ? (
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void check(csv);
          }}
        >
          <p className="text-muted">{text.hint}</p>
          <input
            ref={input}
            type="file"
            accept=".csv,.txt,text/csv"
            hidden
            onChange={({ currentTarget: { files } }) => {
              const [file] = files ?? [];
              if (file) void file.text().then(check);
            }}
          />
          <div className="act-row">
            <Button icon="imports" onPress={() => input.current?.click()} isDisabled={isPending}>
              {text.choose}
            </Button>
          </div>
          <TextField label={text.paste} value={csv} onChange={setCsv} rows={6} placeholder={text.example} />
          <DialogEnd>
            <Button onPress={onClose} isDisabled={isPending}>
              {officeMessages.cancel}
            </Button>
            <Button tone="primary" type="submit" isDisabled={csv.trim() === ''} isPending={isPending}>
              {text.check}
            </Button>
          </DialogEnd>
        </form>
      ) : (
        <>
          <p role="status">{text.summary(number('added'), number('changed'), number('unchanged'), number('refused'))}</p>
          {plan.rows.some(({ notes }) => notes.length > 0) && (
            <Checkbox isSelected={onlyNotes} onChange={setOnlyNotes}>
              {text.onlyNotes}
            </Checkbox>
          )}
          <PlanTable rows={onlyNotes ? plan.rows.filter(({ notes }) => notes.length > 0) : plan.rows} />
          {changes === 0 && <p className="text-muted">{text.nothing}</p>}
          <DialogEnd>
            <Button onPress={() => setPlan(null)} isDisabled={isPending}>
              {text.another}
            </Button>
            {changes > 0 && (
              <Button tone="primary" onPress={() => void run(plan)} isPending={isPending}>
                {text.import(changes)}
              </Button>
            )}
          </DialogEnd>
        </>
      )}
    </Dialog>
  );
}
