/** All groups of settings, by area, with what each is for and which scopes were changed. */
import { Link, useLoaderData } from 'react-router';
import { AREA_LABELS, settingListMessages as text } from '#domains/settings/messages/office.ts';
import { SETTING_AREAS } from '#domains/settings/model/setting-group.ts';
import type { SettingGroupView } from '#domains/settings/office-contract.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import type { loadSettings } from './load-settings.ts';
import './settings.css';

function GroupCard({ group }: { readonly group: SettingGroupView }) {
  const [first] = group.scopes;
  if (!first) return null;
  return (
    <li className="panel setting-card">
      <div className="setting-card-head">
        <h3>
          <Link className="setting-card-link" to={`/settings/${group.id}/${first.id}`}>
            {group.title}
          </Link>
        </h3>
        <p className="text-muted small">{group.help}</p>
      </div>
      <ul className="setting-scopes small">
        {group.scopes.map((scope) => (
          <li key={scope.id}>
            <Link className="link" to={`/settings/${group.id}/${scope.id}`} aria-label={text.palette(group.title, scope.label)}>
              {scope.label}
            </Link>
            <span className="text-muted">
              {scope.isDefault || scope.savedAt === null
                ? text.isDefault
                : text.changed(scope.author, formatRelative(scope.savedAt, scope.timeZone))}
            </span>
            {scope.scheduled > 0 && <Badge tone="wait">{text.scheduled(scope.scheduled)}</Badge>}
          </li>
        ))}
      </ul>
    </li>
  );
}

export function SettingsScreen() {
  const { groups } = useLoaderData<typeof loadSettings>();
  return (
    <div className="screen">
      <PageHeader
        title={text.title}
        summary={text.summary}
        actions={
          <Link className="act" to="/setup">
            {text.setup}
          </Link>
        }
      />
      {SETTING_AREAS.map((area) => ({ area, listed: groups.filter((group) => group.area === area) }))
        .filter(({ listed }) => listed.length > 0)
        .map(({ area, listed }) => (
          <section key={area} className="setting-area" aria-labelledby={`area-${area}`}>
            <h2 id={`area-${area}`}>{AREA_LABELS[area]}</h2>
            <ul className="setting-cards">
              {listed.map((group) => (
                <GroupCard key={group.id} group={group} />
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
