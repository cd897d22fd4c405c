import { Link } from 'react-router';
import { activityMessages } from '#domains/staff/messages/activity.ts';
import { pathOfEntries } from './activity.ts';
import { useMay } from './me.ts';

/** Leads from a record to its entries of the activity log, for people who may read them. */
export function ActivityLink({ kind, id }: { readonly kind: string; readonly id: string | number }) {
  const may = useMay();
  if (!may('staff.read')) return null;
  return (
    <Link className="link" to={pathOfEntries({ kind, id: String(id) })}>
      {activityMessages.title}
    </Link>
  );
}
