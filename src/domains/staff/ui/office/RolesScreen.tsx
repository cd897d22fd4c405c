/** The list of roles. */
import { useLoaderData, useNavigate } from 'react-router';
import { roleMessages as text } from '#domains/staff/messages/people.ts';
import { Button } from '#ui/office/Button.tsx';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { LocalGrid } from './LocalGrid.tsx';
import type { loadRoles } from './load-people.ts';
import { useMay } from './me.ts';
import { PeopleTabs } from './PeopleTabs.tsx';
import { ROLE_COLUMNS, ROLE_FILTERS, ROLE_LIMITS, ROLE_RULES, ROLE_VIEWS } from './role-list-spec.tsx';
import type { Role } from './roles.ts';
import './people.css';

const keyOf = ({ id }: Role): string => String(id);
const nameOf = ({ name }: Role): string => name;
const pathOf = ({ id }: Role): string => `/staff/roles/${id}`;

export function RolesScreen() {
  const roles = useLoaderData<typeof loadRoles>();
  const may = useMay();
  const navigate = useNavigate();
  return (
    <div className="list-screen">
      <PageHeader
        title={text.title}
        actions={
          may('staff.write') && (
            <Button tone="primary" icon="plus" onPress={() => void navigate('/staff/roles/new')}>
              {text.add}
            </Button>
          )
        }
      />
      <PeopleTabs />
      <LocalGrid
        list="roles"
        label={text.title}
        path="/staff/roles"
        noun={text.noun}
        columns={ROLE_COLUMNS}
        filters={ROLE_FILTERS}
        limits={ROLE_LIMITS}
        rules={ROLE_RULES}
        rows={roles}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        views={ROLE_VIEWS}
        empty={null}
      />
    </div>
  );
}
