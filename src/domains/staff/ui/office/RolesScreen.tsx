/** The list of roles. */
import { Link, useLoaderData, useNavigate } from 'react-router';
import { roleMessages as text } from '#domains/staff/messages/people.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import type { loadRoles } from './load-people.ts';
import { useMay } from './me.ts';
import { PeopleTabs } from './PeopleTabs.tsx';
import { describeLimit, describeMarkets, describePermissions } from './roles.ts';
import './people.css';

export function RolesScreen() {
  const roles = useLoaderData<typeof loadRoles>();
  const may = useMay();
  const navigate = useNavigate();
  return (
    <div className="screen">
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard */}
      <section className="panel table-scroll" aria-label={text.title} tabIndex={0}>
        <table className="table roles-table">
          <thead>
            <tr>
              <th scope="col">{text.columns.role}</th>
              <th scope="col" className="is-numeric">
                {text.columns.members}
              </th>
              <th scope="col">{text.columns.permissions}</th>
              <th scope="col">{text.columns.markets}</th>
              <th scope="col">{text.columns.limit}</th>
            </tr>
          </thead>
          <tbody>
            {roles.map((role) => (
              <tr key={role.id}>
                <th scope="row">
                  <Link className="link" to={`/staff/roles/${role.id}`}>
                    {role.name}
                  </Link>{' '}
                  {role.isBuiltIn && <Badge>{text.builtIn}</Badge>}
                  <p className="text-muted small">{role.description}</p>
                </th>
                <td className="is-numeric">
                  {role.members > 0 ? (
                    <Link className="link" to={`/staff?${new URLSearchParams({ 'filter[role]': String(role.id) })}`}>
                      {text.members(role.members)}
                    </Link>
                  ) : (
                    text.members(0)
                  )}
                </td>
                <td>{describePermissions(role)}</td>
                <td>{describeMarkets(role)}</td>
                <td>{describeLimit(role)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
