/** Columns, filters and views of the list of staff. */

import type { z } from 'zod';
import { FACTOR_NAMES, STAFF_STATUS_LABELS, staffListMessages as text } from '#domains/staff/messages/people.ts';
import { STAFF_STATUSES, type StaffStatus, type staffMember } from '#domains/staff/model/records.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { formatRelative, ownTimeZone } from '#ui/office/format-time.ts';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';

export type StaffMember = z.output<typeof staffMember>;

export const STATUS_TONES: Readonly<Record<StaffStatus, Tone>> = { invited: 'wait', active: 'good', suspended: 'bad' };

export const STAFF_COLUMNS: readonly GridColumn<StaffMember>[] = [
  {
    key: 'name',
    label: text.columns.name,
    sort: 'name',
    width: 'minmax(150px, 1fr)',
    isKey: true,
    phone: '1-start',
    render: ({ name, isYou }) => (
      <>
        {name || text.unnamed}
        {isYou && <span className="text-muted"> ({text.you})</span>}
      </>
    ),
  },
  { key: 'email', label: text.columns.email, sort: 'email', width: 'minmax(210px, 1.6fr)', phone: '2-start', render: ({ email }) => email },
  {
    key: 'status',
    label: text.columns.status,
    width: '104px',
    phone: '1-end',
    render: ({ status }) => <Badge tone={STATUS_TONES[status]}>{STAFF_STATUS_LABELS[status]}</Badge>,
  },
  {
    key: 'roles',
    label: text.columns.roles,
    width: 'minmax(120px, 1fr)',
    phone: '3-start',
    render: ({ roles }) => roles.map(({ name }) => name).join(', '),
  },
  {
    key: 'factors',
    label: text.columns.factors,
    width: '150px',
    render: ({ factors }) => {
      const names = factors.filter((factor) => factor !== 'recovery_code').map((factor) => FACTOR_NAMES[factor]);
      return names.length > 0 ? names.join(', ') : <span className="text-muted">{text.noFactor}</span>;
    },
  },
  {
    key: 'seen',
    label: text.columns.seen,
    sort: 'last_seen',
    width: '152px',
    phone: '3-end',
    render: ({ lastSeenAt }) =>
      lastSeenAt === null ? (
        <span className="text-muted">{text.never}</span>
      ) : (
        <span className="num">{formatRelative(lastSeenAt, ownTimeZone())}</span>
      ),
  },
];

export const staffFilters = (roles: readonly { readonly id: number; readonly name: string }[]): readonly GridFilter[] => [
  {
    key: 'status',
    label: text.filters.status,
    kind: 'choice',
    options: STAFF_STATUSES.map((value) => ({ value, label: STAFF_STATUS_LABELS[value] })),
  },
  { key: 'role', label: text.filters.role, kind: 'choice', options: roles.map(({ id, name }) => ({ value: String(id), label: name })) },
];

export const STAFF_LIMITS: GridLimits = {
  filters: ['status', 'role'],
  sorts: ['name', 'email', 'last_seen'],
  defaultSort: { key: 'name', isDescending: false },
  columns: STAFF_COLUMNS.map(({ key }) => key),
};

export const STAFF_VIEWS: readonly GridView[] = [
  builtInView(STAFF_LIMITS, 'all', text.views.all),
  builtInView(STAFF_LIMITS, 'active', text.views.active, { status: 'active' }),
  builtInView(STAFF_LIMITS, 'invited', text.views.invited, { status: 'invited' }),
  builtInView(STAFF_LIMITS, 'suspended', text.views.suspended, { status: 'suspended' }),
];
