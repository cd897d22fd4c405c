/** The checklist that leads a new shop to its first order. Its ticks come from the records, so nobody has to set them. */
import { useEffect, useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import { SETUP_STEP_TEXT, setupMessages as text } from '#domains/setup/messages/office.ts';
import type { Setup, SetupStepView } from '#domains/setup/office-contract.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { getMarketConfig } from '#markets/market.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog, Dialog } from '#ui/office/Dialog.tsx';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { SetupProgress } from './SetupProgress.tsx';
import { type loadSetup, setupCalls } from './setup-calls.ts';
import './setup.css';

type Item = SetupStepView['items'][number];

/** Reads the steps again when the person comes back from another tab, such as the one of the test order. */
function useReturn(): () => void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const read = (): void => void (document.visibilityState === 'visible' && revalidate());
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [revalidate]);
  return () => void revalidate();
}

/** Creates links that let this browser into the closed shop, and lists them. */
function VisitButton({ takesTestCards, tone }: { readonly takesTestCards: boolean; readonly tone: 'plain' | 'primary' }) {
  const [links, setLinks] = useState<readonly { readonly site: string; readonly url: string }[] | null>(null);
  const [isPending, setIsPending] = useState(false);
  const create = async (): Promise<void> => {
    setIsPending(true);
    const result = await setupCalls.visitClosedShop({});
    setIsPending(false);
    if (result.ok) setLinks(result.value.links);
    else toastFailed(result.title);
  };
  return (
    <>
      <Button icon="external" tone={tone} onPress={() => void create()} isPending={isPending}>
        {text.visit}
      </Button>
      <Dialog title={text.visitTitle} isOpen={links !== null} onClose={() => setLinks(null)}>
        <p>{text.visitText}</p>
        <ul className="setup-links">
          {links?.map(({ site, url }) => (
            <li key={site}>
              <a className="link" href={url} target="_blank" rel="noreferrer">
                {text.visitSite(site)}
              </a>
            </li>
          ))}
        </ul>
        <p className="text-muted small">{takesTestCards ? text.visitTestCard : text.visitRealCard}</p>
      </Dialog>
    </>
  );
}

/** Opens the shop after a confirmation. */
function OpenButton({ onChanged }: { readonly onChanged: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const open = async (): Promise<void> => {
    setIsPending(true);
    const result = await setupCalls.openShop({});
    setIsPending(false);
    setIsAsking(false);
    if (result.ok) toastDone(text.opened);
    else toastFailed(result.title);
    onChanged();
  };
  return (
    <>
      <Button tone="primary" onPress={() => setIsAsking(true)}>
        {text.open}
      </Button>
      <ConfirmDialog
        title={text.openTitle}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void open()}
        action={text.openAction}
        consequences={text.openConsequences}
        isPending={isPending}
      />
    </>
  );
}

/** Confirms that a default is right. */
function KeepButton({ item, onChanged }: { readonly item: Item; readonly onChanged: () => void }) {
  const [isPending, setIsPending] = useState(false);
  const { market, id, detail } = item;
  if (market === null) return null;
  const keep = async (): Promise<void> => {
    setIsPending(true);
    const result = await setupCalls.confirmSetupStep({ step: id.startsWith('tax') ? 'tax' : 'shipping', market });
    setIsPending(false);
    if (result.ok) toastDone(text.kept);
    else toastFailed(result.title);
    onChanged();
  };
  return (
    <Button onPress={() => void keep()} isPending={isPending} aria-label={text.confirm(`${getMarketConfig(market).country}, ${detail}`)}>
      {text.keep}
    </Button>
  );
}

interface PartProps {
  readonly setup: Setup;
  readonly onChanged: () => void;
}

function ItemRow({ item, open, setup, onChanged }: PartProps & { readonly item: Item; readonly open: string }) {
  const { markets } = useMe();
  const country = item.market === null ? null : getMarketConfig(item.market).country;
  return (
    <li className={item.isDone ? 'setup-item is-done' : 'setup-item'}>
      <span className="setup-mark">
        <OfficeIcon name={item.isDone ? 'tick' : 'dash'} />
        <span className="visually-hidden">{item.isDone ? text.done : text.todo}</span>
      </span>
      <span className="setup-detail">
        {country !== null && markets.length > 1 && <strong>{country}: </strong>}
        {item.detail}
      </span>
      <span className="act-row setup-acts">
        {item.to !== null && (
          <Link className="link" to={item.to} aria-label={country === null ? open : `${open}: ${country}`}>
            {open}
          </Link>
        )}
        {setup.canChange && item.action === 'confirm' && <KeepButton item={item} onChanged={onChanged} />}
        {setup.canChange && item.action === 'visit' && <VisitButton takesTestCards={setup.takesTestCards} tone="primary" />}
        {setup.canChange && item.action === 'open' && <OpenButton onChanged={onChanged} />}
      </span>
    </li>
  );
}

function Step({
  step,
  number,
  isNext,
  ...part
}: PartProps & { readonly step: SetupStepView; readonly number: number; readonly isNext: boolean }) {
  const { title, why, open, also } = SETUP_STEP_TEXT[step.name];
  return (
    <li className={step.isDone ? 'panel setup-step is-done' : 'panel setup-step'}>
      <details key={String(step.isDone)} open={!step.isDone}>
        <summary className="setup-head">
          <span className="setup-number" aria-hidden="true">
            {step.isDone ? <OfficeIcon name="tick" /> : number}
          </span>
          <span className="setup-title">
            <h2>{title}</h2>
            <span className="text-muted small">{why}</span>
          </span>
          <Badge tone={step.isDone ? 'good' : isNext ? 'info' : 'plain'}>{step.isDone ? text.done : isNext ? text.next : text.todo}</Badge>
          <span className="setup-fold">
            <OfficeIcon name="down" />
          </span>
        </summary>
        <ul className="setup-items">
          {step.items.map((item) => (
            <ItemRow key={item.id} item={item} open={open} {...part} />
          ))}
        </ul>
        {also && (
          <p className="setup-also">
            <Link className="link" to={also.to}>
              {also.label}
            </Link>
          </p>
        )}
      </details>
    </li>
  );
}

/** Hides the checklist on the first screen, or shows it there again. */
function DismissButton({ setup, onChanged }: PartProps) {
  const change = async (isDismissed: boolean): Promise<void> => {
    const result = await setupCalls.dismissSetup({ isDismissed });
    if (!result.ok) return toastFailed(result.title);
    onChanged();
    if (isDismissed) toastDone(text.dismissed, () => void change(false));
    else toastDone(text.shown);
  };
  return (
    <Button tone="quiet" onPress={() => void change(!setup.isDismissed)}>
      {setup.isDismissed ? text.showAgain : text.dismiss}
    </Button>
  );
}

export function SetupScreen() {
  const setup = useLoaderData<typeof loadSetup>();
  const onChanged = useReturn();
  const done = setup.steps.filter(({ isDone }) => isDone).length;
  const total = setup.steps.length;
  const next = setup.steps.find(({ isDone }) => !isDone)?.name ?? null;
  return (
    <div className="screen setup-screen">
      <PageHeader
        title={text.title}
        summary={text.summary}
        actions={
          setup.canChange &&
          !setup.isOpen && (
            <>
              <DismissButton setup={setup} onChanged={onChanged} />
              <VisitButton takesTestCards={setup.takesTestCards} tone="plain" />
            </>
          )
        }
      />
      {next === null ? (
        <p className="notice notice-good">
          <OfficeIcon name="tick" />
          <span>
            <strong>{text.finishedTitle}</strong> {text.finishedText}
          </span>
        </p>
      ) : (
        <SetupProgress done={done} total={total} />
      )}
      <ol className="setup-steps">
        {setup.steps.map((step, index) => (
          <Step key={step.name} step={step} number={index + 1} isNext={step.name === next} setup={setup} onChanged={onChanged} />
        ))}
      </ol>
    </div>
  );
}
