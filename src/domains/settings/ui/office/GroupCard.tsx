/** A group of settings in a list: what it is for, and which scopes were changed. */
import { Link } from 'react-router';
import { settingListMessages as text } from '#domains/settings/messages/office.ts';
import type { SettingGroupView } from '#domains/settings/office-contract.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { formatRelative } from '#ui/office/format-time.ts';

interface GroupCardProps {
  readonly group: SettingGroupView;
  /** Where the list is about one kind of group, the title without the name of the kind. */
  readonly title?: string;
}

export function GroupCard({ group, title = group.title }: GroupCardProps) {
  const [first] = group.scopes;
  if (!first) return null;
  return (
    <li className="panel setting-card">
      <div className="setting-card-head">
        <h3>
          <Link className="setting-card-link" to={`/settings/${group.id}/${first.id}`}>
            {title}
          </Link>
        </h3>
        <p className="text-muted small">{group.help}</p>
      </div>
      <ul className="setting-scopes small">
        {group.scopes.map((scope) => {
          const isDefault = scope.isDefault || scope.savedAt === null;
          return (
            <li key={scope.id}>
              <Link className="link" to={`/settings/${group.id}/${scope.id}`} aria-label={text.palette(title, scope.label)}>
                {scope.label}
              </Link>
              {group.area === 'emails' && !isDefault && <Badge tone="good">{text.isChanged}</Badge>}
              <span className="text-muted">
                {isDefault || scope.savedAt === null
                  ? text.isDefault
                  : text.changed(scope.author, formatRelative(scope.savedAt, scope.timeZone))}
              </span>
              {scope.scheduled > 0 && <Badge tone="wait">{text.scheduled(scope.scheduled)}</Badge>}
            </li>
          );
        })}
      </ul>
    </li>
  );
}
