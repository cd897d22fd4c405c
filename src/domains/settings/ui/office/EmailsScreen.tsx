/** Every email to shoppers, with what causes it and whether its texts were changed. */
import { useLoaderData } from 'react-router';
import { MAIL_AREAS, type MailDefinition } from '#domains/settings/messages/mail-parts.ts';
import { MAILS } from '#domains/settings/messages/mails.ts';
import { settingListMessages, emailTextMessages as text } from '#domains/settings/messages/office.ts';
import { mailOfGroup } from '#domains/settings/model/groups/mail-texts.ts';
import type { SettingGroupView } from '#domains/settings/office-contract.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { GroupCard } from './GroupCard.tsx';
import type { loadSettings } from './load-settings.ts';
import './settings.css';

function emailOf({ id }: Pick<SettingGroupView, 'id'>): MailDefinition | null {
  const mail = mailOfGroup(id);
  return mail && MAILS[mail];
}

export function EmailsScreen() {
  const { groups } = useLoaderData<typeof loadSettings>();
  return (
    <div className="screen">
      <PageHeader title={text.title} parent={{ label: settingListMessages.title, to: '/settings' }} summary={text.summary} />
      {MAIL_AREAS.map((area) => (
        <section key={area} className="setting-area" aria-labelledby={`area-${area}`}>
          <h2 id={`area-${area}`}>{text.areas[area]}</h2>
          <ul className="setting-cards">
            {groups.map((group) => {
              const email = emailOf(group);
              return email?.area === area ? <GroupCard key={group.id} group={group} title={email.name} /> : null;
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
