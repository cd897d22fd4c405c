/** State of a form of settings: the draft, what is wrong with it, saving, and conflicts with colleagues. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { settingMessages as text } from '#domains/settings/messages/office.ts';
import { checkValue } from '#domains/settings/model/parse-value.ts';
import { groupById } from '#domains/settings/model/registry.ts';
import { alsoChanged, type ScheduleSource, valueAt } from '#domains/settings/model/scheduled-effects.ts';
import { applyChanges, changedFields, type Draft } from '#domains/settings/model/setting-draft.ts';
import type { SettingIssue } from '#domains/settings/model/setting-group.ts';
import type { SettingView } from '#domains/settings/office-contract.ts';
import { instantInZone } from '#markets/market-day.ts';
import { formatMoment } from '#ui/office/format-time.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { settingCalls } from './setting-calls.ts';

type Secrets = Readonly<Record<string, string | null>>;
export type SettingValues = SettingView['value'];

export interface SettingConflict {
  readonly title: string;
  readonly current: SettingView;
}

/** A draft is sent as it is: the form checks it first. */
const toValues = (draft: Draft): SettingValues => JSON.parse(JSON.stringify(draft));

export function useSettingForm(setting: SettingView) {
  const { group, scope } = setting;
  const revalidator = useRevalidator();
  const [base, setBase] = useState(setting);
  const [draft, setDraft] = useState<Draft>(setting.value);
  const [secrets, setSecrets] = useState<Secrets>({});
  const [isLater, setIsLater] = useState(false);
  const [from, setFrom] = useState('');
  const [note, setNote] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<SettingConflict | null>(null);

  const definition = groupById(group.id);
  const unused = definition?.unused(scope) ?? [];
  const fields = group.fields.filter(({ control }) => control !== 'secret');
  const visible = fields.filter(({ name }) => !unused.includes(name));
  const changed = changedFields(visible, base.value, draft);
  const isDirty = changed.length > 0 || Object.keys(secrets).length > 0;

  const zone = group.scopes.find(({ id }) => id === scope)?.timeZone ?? 'UTC';
  const source = (view: SettingView): ScheduleSource | null => definition && { ...view, group: definition };

  /** Returns the value that the changes of the form are applied to: that of the chosen moment, else what is in force by now. */
  function startOf(view: SettingView): Draft {
    const moment = isLater ? instantInZone(zone, from) : null;
    const known = source(view);
    return known ? valueAt(known, moment?.getTime() ?? Date.now()) : view.value;
  }

  /** Lists the moments of scheduled versions that the form changes too. */
  function listAlsoChanged(): readonly string[] {
    const known = source(base);
    const at = isLater ? instantInZone(zone, from)?.getTime() : Date.now();
    if (!known || !isDirty || at === undefined) return [];
    const before = startOf(base);
    const after = applyChanges(visible, base.value, draft, before);
    return alsoChanged(known, { before, after, at, hasSecrets: Object.keys(secrets).length > 0 });
  }

  function check(value: Draft): readonly SettingIssue[] {
    if (!definition) return [];
    const hidden = group.fields.filter(({ control }) => control === 'secret').map(({ name }) => name);
    const replaced = Object.fromEntries(hidden.map((name) => [name, secrets[name] ?? null]));
    const { issues } = checkValue(definition, scope, { ...value, ...replaced });
    // A saved write-only value is not here to be checked.
    return issues.filter(({ path }) => !hidden.some((name) => name === path[0] && !Object.hasOwn(secrets, name)));
  }
  const issues = wasTried ? check(draft) : [];
  const parsed = definition?.schema.safeParse(draft);
  const remarks = definition && parsed?.success ? definition.remarks(parsed.data, scope) : {};

  function reset(to: SettingView): void {
    setBase(to);
    setDraft(to.value);
    setSecrets({});
    setIsLater(false);
    setFrom('');
    setNote('');
    setWasTried(false);
    setError(null);
    setConflict(null);
  }

  async function send(value: Draft, current: SettingView): Promise<void> {
    setIsPending(true);
    setError(null);
    const moment = isLater ? from : null;
    const basedOn = current.revision;
    const changes = toValues(applyChanges(fields, current.value, value, startOf(current)));
    const result = await settingCalls.saveSetting({ group: group.id, scope, value: changes, secrets, basedOn, from: moment, note });
    if (result.ok) {
      // Those after it carry the change over to what was scheduled.
      const scheduled = result.value.versions.find(({ revision }) => revision === basedOn + 1);
      toastDone(
        isLater && scheduled ? text.scheduledFor(group.title, formatMoment(scheduled.effectiveFrom, zone)) : text.saved(group.title),
      );
      reset(result.value);
      await revalidator.revalidate();
    } else if (result.code === 'changed_meanwhile') {
      const current = await settingCalls.setting({ group: group.id, scope });
      if (current.ok) setConflict({ title: result.title, current: current.value });
      else setError(current.title);
    } else setError(result.title);
    setIsPending(false);
  }

  return {
    draft,
    secrets,
    visible,
    changed,
    isDirty,
    issues,
    remarks,
    isPending,
    error,
    conflict,
    isLater,
    from,
    note,
    setIsLater,
    setFrom,
    setNote,
    change: (name: string, value: unknown) => setDraft((before) => ({ ...before, [name]: value })),
    changeSecret: (name: string, value: string | null | undefined) =>
      setSecrets(({ [name]: _, ...others }) => (value === undefined ? others : { ...others, [name]: value })),
    /** Puts values into the form, to be checked and saved. */
    fill: (value: Draft) => setDraft((before) => ({ ...before, ...value })),
    discard: () => reset(setting),
    /** Takes over what was saved elsewhere on the screen. What is not saved yet stays in the form. */
    accept(to: SettingView): void {
      if (isDirty) {
        setDraft(applyChanges(visible, base.value, draft, to.value));
        setBase(to);
        setError(null);
      } else reset(to);
    },
    alsoChanged: listAlsoChanged().map((moment) => formatMoment(moment, zone)),
    /** Sends the form if it is valid. @param replaced values in place of those of the form @returns false if it is not */
    save(replaced: Draft = {}): boolean {
      const value = { ...draft, ...replaced };
      setWasTried(true);
      setDraft(value);
      if (check(value).length > 0) return false;
      if (isLater && from === '') {
        setError(text.laterMissing);
        return false;
      }
      void send(value, base);
      return true;
    },
    keepTheirs: () => {
      if (conflict) reset(conflict.current);
      void revalidator.revalidate();
    },
    /** Applies the person's changes to the current values. */
    keepYours: () => {
      if (!conflict) return;
      const merged = applyChanges(visible, base.value, draft, conflict.current.value);
      setConflict(null);
      setBase(conflict.current);
      setDraft(merged);
      void send(merged, conflict.current);
    },
    values: () => toValues(draft),
    tried: () => setWasTried(true),
    isValid: () => check(draft).length === 0,
  };
}

export type SettingForm = ReturnType<typeof useSettingForm>;
