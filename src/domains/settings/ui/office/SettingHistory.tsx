/** All versions of a group in a scope: who saved what and why, and the way back. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { settingMessages as text } from '#domains/settings/messages/office.ts';
import { changedFields, formatValue } from '#domains/settings/model/setting-draft.ts';
import type { SettingVersionView, SettingView } from '#domains/settings/office-contract.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { formatMoment, formatRelative } from '#ui/office/format-time.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { settingCalls } from './setting-calls.ts';

interface Chosen {
  /** Version to return to; 0 for the defaults. */
  readonly revision: number;
  /** Scheduled version that it takes back; null for a change that holds at once. */
  readonly replaces: SettingVersionView | null;
}

/** What a version changed, compared with the one before it. */
function Difference({
  setting,
  version,
  before,
}: {
  setting: SettingView;
  version: SettingVersionView;
  before: SettingVersionView | undefined;
}) {
  // What was not changed may not be stored.
  const from = { ...setting.defaults, ...before?.value };
  const to = { ...setting.defaults, ...version.value };
  const fields = changedFields(
    setting.group.fields.filter(({ control }) => control !== 'secret'),
    from,
    to,
  );
  const hasNewSecrets = JSON.stringify(version.secrets) !== JSON.stringify(before?.secrets ?? []);
  if (fields.length === 0 && !hasNewSecrets) return <p className="text-muted small">{text.noDifference}</p>;
  return (
    <dl className="setting-difference small">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{field.title}</dt>
          <dd>
            <del>{formatValue(field, from[field.name], text)}</del> <ins>{formatValue(field, to[field.name], text)}</ins>
          </dd>
        </div>
      ))}
      {hasNewSecrets && (
        <div>
          <dt>{text.secretsChanged}</dt>
          <dd>{version.secrets.length === 0 ? text.secretUnset : text.secretSet}</dd>
        </div>
      )}
    </dl>
  );
}

/** Returns the version in force just before a scheduled one, 0 for the defaults. */
function versionBefore({ versions }: SettingView, { effectiveFrom, revision }: SettingVersionView): number {
  const earlier = versions.filter((each) => each.effectiveFrom < effectiveFrom && each.revision !== revision && each.state !== 'past');
  return earlier.toSorted((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom) || b.revision - a.revision)[0]?.revision ?? 0;
}

export function SettingHistory({ setting, onChanged }: { readonly setting: SettingView; readonly onChanged: (now: SettingView) => void }) {
  const { group, scope, versions, canChange } = setting;
  const zone = group.scopes.find(({ id }) => id === scope)?.timeZone ?? 'UTC';
  const revalidator = useRevalidator();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const hasSecrets = group.fields.some(({ control }) => control === 'secret');
  const isDefault = group.scopes.find(({ id }) => id === scope)?.isDefault ?? true;

  const close = (): void => {
    setChosen(null);
    setError(null);
  };
  const confirm = async ({ revision, replaces }: Chosen): Promise<void> => {
    setIsPending(true);
    const result = await settingCalls.revertSetting({
      group: group.id,
      scope,
      revision,
      replaces: replaces?.revision ?? null,
      basedOn: setting.revision,
    });
    setIsPending(false);
    if (!result.ok) return setError(result.title);
    toastDone(replaces ? text.takenBack : text.reverted(revision));
    close();
    onChanged(result.value);
    await revalidator.revalidate();
  };
  return (
    <section className="panel" aria-labelledby="setting-history">
      <div className="panel-head">
        <h2 id="setting-history">{text.history}</h2>
      </div>
      <div className="panel-body">
        {versions.length === 0 && <p className="text-muted">{text.noHistory}</p>}
        <ol className="setting-versions">
          {versions.map((version, index) => (
            <li key={version.revision}>
              <div className="setting-version-head">
                <h3>{text.version(version.revision)}</h3>
                {version.state === 'in_force' && <Badge tone="good">{text.inForce}</Badge>}
                {version.state === 'scheduled' && <Badge tone="wait">{text.scheduledState}</Badge>}
              </div>
              <p className="text-muted small">{text.by(version.author, formatRelative(version.createdAt, zone))}</p>
              {version.effectiveFrom > version.createdAt && <p className="small">{text.from(formatMoment(version.effectiveFrom, zone))}</p>}
              {version.note !== '' && <p className="timeline-note small">{version.note}</p>}
              <Difference setting={setting} version={version} before={versions[index + 1]} />
              {canChange && version.state === 'past' && (
                <Button onPress={() => setChosen({ revision: version.revision, replaces: null })}>{text.revertTo(version.revision)}</Button>
              )}
              {canChange && version.state === 'scheduled' && (
                <Button onPress={() => setChosen({ revision: versionBefore(setting, version), replaces: version })}>
                  {`${text.cancelScheduled} ${text.version(version.revision).toLowerCase()}`}
                </Button>
              )}
            </li>
          ))}
        </ol>
        {canChange && !isDefault && <Button onPress={() => setChosen({ revision: 0, replaces: null })}>{text.revertToDefaults}</Button>}
      </div>
      <ConfirmDialog
        title={chosen === null ? '' : chosen.replaces ? text.cancelTitle(chosen.replaces.revision) : text.revertTitle(chosen.revision)}
        isOpen={chosen !== null}
        onClose={close}
        onConfirm={() => chosen && void confirm(chosen)}
        action={chosen?.replaces ? text.cancelScheduled : text.revert}
        consequences={
          chosen?.replaces
            ? [text.cancelEffect(formatMoment(chosen.replaces.effectiveFrom, zone))]
            : [text.revertEffect, ...(hasSecrets ? [chosen?.revision === 0 ? text.defaultSecrets : text.revertSecrets] : [])]
        }
        isPending={isPending}
      >
        <FormError error={error} />
      </ConfirmDialog>
    </section>
  );
}
