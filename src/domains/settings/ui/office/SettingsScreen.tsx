/** All groups of settings, by area, with what each is for and which scopes were changed. */
import { Link, useLoaderData } from 'react-router';
import { AREA_LABELS, emailTextMessages, settingListMessages as text } from '#domains/settings/messages/office.ts';
import { SETTING_AREAS } from '#domains/settings/model/setting-group.ts';
import type { SettingGroupView } from '#domains/settings/office-contract.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { GroupCard } from './GroupCard.tsx';
import type { loadSettings } from './load-settings.ts';
import './settings.css';

/** One card for the emails, which a screen of their own lists. */
function EmailsCard({ groups }: { readonly groups: readonly SettingGroupView[] }) {
  const changed = groups.filter(({ scopes }) => scopes.some(({ isDefault }) => !isDefault)).length;
  return (
    <li className="panel setting-card">
      <div className="setting-card-head">
        <h3>
          <Link className="setting-card-link" to="/settings/emails">
            {emailTextMessages.title}
          </Link>
        </h3>
        <p className="text-muted small">{emailTextMessages.summary}</p>
      </div>
      <p className="text-muted small">{emailTextMessages.count(groups.length, changed)}</p>
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
              {area === 'emails' ? <EmailsCard groups={listed} /> : listed.map((group) => <GroupCard key={group.id} group={group} />)}
            </ul>
          </section>
        ))}
    </div>
  );
}
