/** All versions of the menus of a site: who saved them and why, what each changed, and the way back. */
import { useState } from 'react';
import { Link } from 'react-router';
import type { MenusView, MenuVersion } from '#domains/content/menu-office-contract.ts';
import { MENU_LABELS, menuMessages, menuHistoryMessages as text } from '#domains/content/messages/office-menus.ts';
import { changedMenus, listOf } from '#domains/content/model/menu-edit.ts';
import { MENUS, type MenuName, type Menus } from '#domains/settings/model/groups/menus.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { Dialog } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { formatMoment, formatRelative } from '#ui/office/format-time.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { menuCalls } from './load-menus.ts';

export interface MenuHistoryProps {
  readonly view: MenusView;
  readonly onChanged: (view: MenusView) => void;
  readonly onClose: () => void;
}

/** The menus that the release has. */
const RELEASE: Menus = MENUS.schema.parse({});

/** Returns the version in force just before a scheduled one, 0 for the menus of the release. */
function versionBefore({ versions }: MenusView, { effectiveFrom, revision }: MenuVersion): number {
  const earlier = versions.filter((each) => each.effectiveFrom < effectiveFrom && each.revision !== revision && each.state !== 'past');
  return earlier.toSorted((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom) || b.revision - a.revision)[0]?.revision ?? 0;
}

/** Formats the links of a menu. */
export const linksOf = (menus: Menus, name: MenuName, { defaults }: Pick<MenusView, 'defaults'>): string => {
  const { title, links } = listOf(menus, name, defaults);
  const labels = menuMessages.listWithLinks(links.map(({ kind, label }) => (kind === 'pages' ? menuMessages.pagesEntry : label)));
  return title === '' ? labels : `${title}: ${labels}`;
};

function Changes({ view, before, after }: { readonly view: MenusView; readonly before: Menus; readonly after: Menus }) {
  const names = changedMenus(before, after, view.defaults);
  if (names.length === 0) return <p className="text-muted small">{text.same}</p>;
  return (
    <dl className="menu-changes small">
      {names.map((name) => (
        <div key={name}>
          <dt>{MENU_LABELS[name].label}</dt>
          <dd>
            <del>{linksOf(before, name, view)}</del>
          </dd>
          <dd>
            <ins>{linksOf(after, name, view)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function MenuHistory({ view, onChanged, onClose }: MenuHistoryProps) {
  const { site, timeZone, versions, canChange, revision: basedOn } = view;
  const may = useMay();
  const [pending, setPending] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isRelease = (versions.find(({ state }) => state === 'in_force')?.value ?? null) === null;
  const revert = async (revision: number, replaces: MenuVersion | null): Promise<void> => {
    setPending(replaces?.revision ?? revision);
    const done = await menuCalls.revertMenus({ site, revision, replaces: replaces?.revision ?? null, basedOn });
    setPending(null);
    if (!done.ok) return setError(done.title);
    toastDone(replaces ? text.takenBack : text.returned);
    onChanged(done.value);
  };
  return (
    <Dialog title={text.title} isOpen onClose={onClose} isWide isDismissable={pending === null}>
      <FormError error={error} />
      {versions.length === 0 && <p className="text-muted">{text.none}</p>}
      <ol className="version-list">
        {versions.map((version, index) => (
          <li key={version.revision} className="version">
            <div className="version-head">
              <span>
                <b>{text.version(version.revision)}</b>{' '}
                <span className="text-muted">{text.by(version.author, formatRelative(version.createdAt, timeZone))}</span>
              </span>
              {version.state === 'in_force' && <Badge tone="good">{text.inForce}</Badge>}
              {version.state === 'scheduled' && <Badge tone="wait">{text.scheduled}</Badge>}
              {canChange && version.state === 'past' && (
                <Button onPress={() => void revert(version.revision, null)} isPending={pending === version.revision}>
                  {text.back}
                </Button>
              )}
              {canChange && version.state === 'scheduled' && (
                <Button onPress={() => void revert(versionBefore(view, version), version)} isPending={pending === version.revision}>
                  {text.takeBack}
                </Button>
              )}
            </div>
            {version.effectiveFrom > version.createdAt && (
              <p className="small">{text.from(formatMoment(version.effectiveFrom, timeZone))}</p>
            )}
            {version.note !== '' && <p className="timeline-note small">{version.note}</p>}
            <Changes view={view} before={versions[index + 1]?.value ?? RELEASE} after={version.value ?? RELEASE} />
          </li>
        ))}
      </ol>
      <div className="act-row">
        {canChange && !isRelease && (
          <Button onPress={() => void revert(0, null)} isPending={pending === 0}>
            {text.toRelease}
          </Button>
        )}
        {may('staff.read') && versions.length > 0 && (
          <Link className="link" to={`/staff/activity?${new URLSearchParams({ 'filter[subject]': `menu:${site}` })}`}>
            {text.activity}
          </Link>
        )}
      </div>
    </Dialog>
  );
}
