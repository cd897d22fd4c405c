/** One group of settings in one scope: its form, when it holds, a preview, a test of the connection, and its history. */
import { type ComponentType, useId, useState } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { NavLink, useLoaderData } from 'react-router';
import { emailTextMessages, settingListMessages, settingMessages as text } from '#domains/settings/messages/office.ts';
import { type LostHost, lostHosts, SITES, withFormerHosts } from '#domains/settings/model/groups/sites.ts';
import { formatValue } from '#domains/settings/model/setting-draft.ts';
import type { SettingView } from '#domains/settings/office-contract.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { Button } from '#ui/office/Button.tsx';
import { Dialog } from '#ui/office/Dialog.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { DateField } from '#ui/office/form/DateField.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import { MenuAction } from '#ui/office/MenuAction.tsx';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { EmailPreview } from './EmailPreview.tsx';
import { LostHostsDialog } from './LostHostsDialog.tsx';
import type { loadSetting } from './load-settings.ts';
import { SecretFields, SettingFields } from './SettingFields.tsx';
import { SettingHistory } from './SettingHistory.tsx';
import { settingCalls } from './setting-calls.ts';
import { chooseFile, exportSetting, valuesInFile } from './setting-file.ts';
import { type SettingForm, useSettingForm } from './use-setting-form.ts';
import './settings.css';

/** The scopes of the group, as tabs that are links. */
function Scopes({ setting }: { readonly setting: SettingView }) {
  const { id, scopes } = setting.group;
  if (scopes.length < 2) return null;
  return (
    <nav className="setting-tabs" aria-label={text.scope}>
      {scopes.map((scope) => (
        <NavLink key={scope.id} to={`/settings/${id}/${scope.id}`} className="setting-tab" replace>
          {scope.label}
        </NavLink>
      ))}
    </nav>
  );
}

export interface SettingPanelProps {
  readonly setting: SettingView;
  readonly form: SettingForm;
}

/** Export, import and defaults. */
function MoreMenu({ setting, form }: SettingPanelProps) {
  const { group, canChange } = setting;
  const fill = (content: string): void => {
    const values = valuesInFile(content, setting);
    if (values) {
      form.fill(values);
      toastDone(text.importDone);
    } else toastFailed(text.importWrong(group.title));
  };
  return (
    <MenuTrigger>
      <Button icon="more">{text.more}</Button>
      <Popover className="menu" placement="bottom end">
        <Menu
          onAction={(key) => {
            if (key === 'export') exportSetting(setting);
            if (key === 'import') chooseFile(fill);
            if (key === 'defaults') form.fill(setting.defaults);
          }}
        >
          <MenuAction id="export" icon="download" label={text.export} />
          {canChange && <MenuAction id="import" icon="imports" label={text.import} />}
          {canChange && <MenuAction id="defaults" icon="refresh" label={text.toDefaults} />}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Opens the sites with the values of the form. */
function PreviewButton({ setting, form }: SettingPanelProps) {
  const [links, setLinks] = useState<readonly { readonly site: string; readonly url: string }[] | null>(null);
  const [isPending, setIsPending] = useState(false);
  const open = async (): Promise<void> => {
    form.tried();
    if (!form.isValid()) return;
    setIsPending(true);
    const result = await settingCalls.previewSetting({ group: setting.group.id, scope: setting.scope, value: form.values() });
    setIsPending(false);
    if (result.ok) setLinks(result.value.links);
    else toastFailed(result.title);
  };
  return (
    <>
      <Button icon="external" onPress={() => void open()} isPending={isPending}>
        {text.preview}
      </Button>
      <Dialog title={text.preview} isOpen={links !== null} onClose={() => setLinks(null)}>
        <p>{text.previewHint}</p>
        <ul className="stack">
          {links?.map(({ site, url }) => (
            <li key={site}>
              <a className="link" href={url} target="_blank" rel="noreferrer">
                {text.previewOn(site)}
              </a>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

/** Labels of tests by id of a group. */
const TEST_LABELS: Readonly<Record<string, string>> = { mail: text.testMail, [SITES.id]: text.testHosts };

/** Tries the values of the form with the real service. */
function ConnectionTest({ setting, form }: SettingPanelProps) {
  const [isPending, setIsPending] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly isConnected: boolean; readonly message: string } | null>(null);
  const run = async (): Promise<void> => {
    form.tried();
    if (!form.isValid()) return;
    setIsPending(true);
    setOutcome(null);
    const { group, scope } = setting;
    const result = await settingCalls.testSetting({ group: group.id, scope, value: form.values(), secrets: form.secrets });
    setOutcome(result.ok ? result.value : { isConnected: false, message: result.title });
    setIsPending(false);
  };
  return (
    <div className="stack">
      <div>
        <Button icon={setting.group.id === 'mail' ? 'mail' : 'refresh'} onPress={() => void run()} isPending={isPending}>
          {TEST_LABELS[setting.group.id] ?? text.test}
        </Button>
      </div>
      <div aria-live="polite">
        {outcome && (
          <p className={outcome.isConnected ? 'notice notice-good' : 'notice notice-bad'}>
            <OfficeIcon name={outcome.isConnected ? 'tick' : 'warning'} />
            <span className="setting-outcome">{outcome.message}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** When the change holds, why, and the buttons. It stays in view while there is something to save. */
function SaveBar({ setting, form }: SettingPanelProps) {
  const { group, scope } = setting;
  const zone = group.scopes.find(({ id }) => id === scope)?.timeZone ?? 'UTC';
  return (
    <>
      <div className="panel setting-save">
        <div className="panel-body stack">
          {group.affectsTotals && <p className="text-muted small">{text.totals}</p>}
          {group.isSensitive && <p className="text-muted small">{text.sensitive}</p>}
          <Checkbox isSelected={form.isLater} onChange={form.setIsLater}>
            {text.later}
          </Checkbox>
          {form.isLater && <DateField label={text.when} hint={text.laterHint(zone)} hasTime value={form.from} onChange={form.setFrom} />}
          <TextField label={text.note} hint={text.noteHint} isOptional value={form.note} onChange={form.setNote} maxLength={200} />
          {form.alsoChanged.length > 0 && <p className="notice">{text.alsoChanges(form.alsoChanged)}</p>}
          {form.issues.length > 0 && <FormError error={text.problems} />}
          <FormError error={form.error} />
        </div>
      </div>
      <div className="save-bar">
        <span className="text-muted small" aria-live="polite">
          {form.isDirty ? text.changedFields(form.changed.length + Object.keys(form.secrets).length) : text.unchanged}
        </span>
        <Button onPress={form.discard} isDisabled={!form.isDirty || form.isPending}>
          {text.discard}
        </Button>
        <Button tone="primary" type="submit" isDisabled={!form.isDirty} isPending={form.isPending}>
          {form.isLater ? text.schedule : text.save}
        </Button>
      </div>
    </>
  );
}

/** Returns the rows of sites in a value; none for other groups and for values that are not valid. */
const siteRowsIn = (value: unknown) => {
  const parsed = SITES.schema.safeParse(value);
  return parsed.success ? parsed.data.sites : [];
};

/** Moves the focus to the first field that is wrong. */
const focusFirstProblem = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"],[data-invalid] input,[role="alert"]')?.focus());
};

/** What domains show beside the forms of their groups, by id of a group. */
export type SettingPanels = Readonly<Record<string, ComponentType<SettingPanelProps>>>;

function SettingPage({ setting, panels }: { readonly setting: SettingView; readonly panels: SettingPanels }) {
  const { group, canChange } = setting;
  const form = useSettingForm(setting);
  const headingId = useId();
  const Panel = panels[group.id];
  const [lost, setLost] = useState<readonly LostHost[] | null>(null);
  const rows = group.id === SITES.id ? siteRowsIn(form.draft) : [];
  const findLost = (): readonly LostHost[] => (rows.length === 0 || !form.isValid() ? [] : lostHosts(siteRowsIn(setting.value), rows));
  const secrets = group.fields.filter(({ control }) => control === 'secret');
  return (
    <div className={group.area === 'emails' ? 'screen setting-screen is-email' : 'screen setting-screen'}>
      <PageHeader
        title={group.title}
        parent={
          group.area === 'emails'
            ? { label: emailTextMessages.title, to: '/settings/emails' }
            : { label: settingListMessages.title, to: '/settings' }
        }
        summary={group.help}
        log={<ActivityLink kind="setting" id={`${group.id}/${setting.scope}`} />}
        actions={
          <>
            <MoreMenu setting={setting} form={form} />
            {group.isPublic && canChange && <PreviewButton setting={setting} form={form} />}
          </>
        }
      />
      <Scopes setting={setting} />
      <div className="panel-columns">
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const found = findLost();
            if (found.length > 0) setLost(found);
            else if (!form.save()) focusFirstProblem(event.currentTarget);
          }}
          aria-labelledby={headingId}
        >
          <section className="panel">
            <div className="panel-head">
              <h2 id={headingId}>{group.scopes.find(({ id }) => id === setting.scope)?.label ?? group.title}</h2>
            </div>
            <div className="panel-body form">
              {!canChange && <p className="notice">{setting.fixedBy ?? text.readOnly}</p>}
              <SettingFields
                fields={form.visible}
                draft={form.draft}
                defaults={setting.defaults}
                issues={form.issues}
                remarks={form.remarks}
                isDisabled={!canChange}
                onChange={form.change}
              />
              {secrets.length > 0 && (
                <SecretFields
                  fields={secrets}
                  isSet={(name) => setting.secrets.includes(name)}
                  secrets={form.secrets}
                  issues={form.issues}
                  isDisabled={!canChange}
                  onChange={form.changeSecret}
                />
              )}
              {group.hasTest && canChange && <ConnectionTest setting={setting} form={form} />}
            </div>
          </section>
          {canChange && <SaveBar setting={setting} form={form} />}
        </form>
        <div className="stack">
          {group.area === 'emails' && canChange && <EmailPreview setting={setting} form={form} />}
          {Panel && <Panel setting={setting} form={form} />}
          <SettingHistory setting={setting} onChanged={form.accept} />
        </div>
      </div>
      <ConflictDialog
        title={form.conflict?.title ?? null}
        fields={form.changed.map((field) => ({
          label: field.title,
          theirs: formatValue(field, form.conflict?.current.value[field.name], text),
          yours: formatValue(field, form.draft[field.name], text),
        }))}
        onKeepTheirs={form.keepTheirs}
        onKeepYours={form.keepYours}
        isPending={form.isPending}
      />
      <LostHostsDialog
        lost={lost}
        onRedirect={() => {
          setLost(null);
          form.save({ sites: withFormerHosts(rows, lost ?? []) });
        }}
        onDrop={() => {
          setLost(null);
          form.save();
        }}
        onClose={() => setLost(null)}
      />
      <UnsavedGuard isDirty={form.isDirty} />
    </div>
  );
}

export function SettingScreen({ panels }: { readonly panels: SettingPanels }) {
  const setting = useLoaderData<typeof loadSetting>();
  return <SettingPage key={`${setting.group.id}/${setting.scope}`} setting={setting} panels={panels} />;
}
