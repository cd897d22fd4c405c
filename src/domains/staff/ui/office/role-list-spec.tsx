/** Columns, filters and rules of the list of roles. */
import { Link } from 'react-router';
import { roleMessages as text } from '#domains/staff/messages/people.ts';
import { isPermission, PERMISSION_NAMES, PERMISSIONS } from '#domains/staff/model/permissions.ts';
import { Badge } from '#ui/office/Badge.tsx';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';
import type { LocalRules } from '#ui/office/grid/local-rows.ts';
import { describeLimit, describeMarkets, describePermissions, type Role } from './roles.ts';

const countPermissions = ({ isOwner, permissions }: Role): number => (isOwner ? PERMISSION_NAMES.length : permissions.length);

export const ROLE_COLUMNS: readonly GridColumn<Role>[] = [
  {
    key: 'role',
    label: text.columns.role,
    sort: 'role',
    width: 'minmax(240px, 3fr)',
    isKey: true,
    phone: '1-start',
    render: ({ name, description }) => (
      <span className="cell-two">
        <span>{name}</span>
        <span className="text-muted small cell-wrap">{description}</span>
      </span>
    ),
  },
  {
    key: 'members',
    label: text.columns.members,
    sort: 'members',
    width: '104px',
    isNumeric: true,
    phone: '1-end',
    render: ({ id, members }) =>
      members > 0 ? (
        <Link className="link" to={`/staff?${new URLSearchParams({ 'filter[role]': String(id) })}`} tabIndex={-1}>
          {text.members(members)}
        </Link>
      ) : (
        <span className="text-muted">{text.members(0)}</span>
      ),
  },
  {
    key: 'permissions',
    label: text.columns.permissions,
    sort: 'permissions',
    width: 'minmax(160px, 1fr)',
    phone: '2-start',
    render: describePermissions,
  },
  { key: 'markets', label: text.columns.markets, width: 'minmax(100px, 0.6fr)', phone: '2-end', render: describeMarkets },
  { key: 'limit', label: text.columns.limit, width: 'minmax(168px, 1fr)', phone: '3-start', rank: 1, render: describeLimit },
  {
    key: 'kind',
    label: text.columns.kind,
    width: '110px',
    render: ({ isBuiltIn }) => (isBuiltIn ? <Badge>{text.builtIn}</Badge> : <Badge tone="info">{text.own}</Badge>),
  },
];

export const ROLE_FILTERS: readonly GridFilter[] = [
  {
    key: 'kind',
    label: text.columns.kind,
    kind: 'choice',
    options: [
      { value: 'built_in', label: text.builtIn },
      { value: 'own', label: text.own },
    ],
  },
  {
    key: 'permission',
    label: text.columns.permissions,
    kind: 'choice',
    options: PERMISSION_NAMES.map((value) => ({ value, label: PERMISSIONS[value].label })),
  },
];

export const ROLE_LIMITS: GridLimits = {
  filters: ROLE_FILTERS.map(({ key }) => key),
  sorts: ['order', 'role', 'members', 'permissions'],
  // As they were loaded: the built-in roles from the most to the least, then one’s own.
  defaultSort: { key: 'order', isDescending: false },
  columns: ROLE_COLUMNS.map(({ key }) => key),
};

export const ROLE_VIEWS: readonly GridView[] = (['built_in', 'own'] as const).map((kind) =>
  builtInView(ROLE_LIMITS, kind, text.views[kind], { kind }),
);

export const ROLE_RULES: LocalRules<Role> = {
  texts: ({ name, description }) => [name, description],
  filters: {
    kind: ({ isBuiltIn }, value) => isBuiltIn === (value === 'built_in'),
    permission: ({ isOwner, permissions }, value) => isOwner || (isPermission(value) && permissions.includes(value)),
  },
  sorts: { role: ({ name }) => name, members: ({ members }) => members, permissions: countPermissions },
  csv: [
    { label: text.columns.role, value: ({ name }) => name },
    { label: text.description, value: ({ description }) => description },
    { label: text.columns.members, value: ({ members }) => members },
    { label: text.columns.permissions, value: ({ isOwner, permissions }) => (isOwner ? PERMISSION_NAMES : permissions).join(' ') },
    { label: text.columns.markets, value: describeMarkets },
    { label: text.columns.limit, value: describeLimit },
    { label: text.columns.kind, value: ({ isBuiltIn }) => (isBuiltIn ? text.builtIn : text.own) },
  ],
};
