/** The clubs of the shop. */
import { useMemo } from 'react';
import { Link, useLoaderData } from 'react-router';
import { clubListMessages as text } from '#domains/selling/clubs/messages/club-records.ts';
import { LocalGrid } from '#domains/staff/ui/office/LocalGrid.tsx';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { CLUB_LIMITS, CLUB_RULES, CLUB_VIEWS, type ClubRow, clubColumns, clubFilters } from './club-list-spec.tsx';
import type { loadClubRecords } from './load-club-records.ts';

const keyOf = ({ id }: ClubRow): string => id;
const nameOf = ({ name }: ClubRow): string => name;
const pathOf = ({ id }: ClubRow): string => `/clubs/records/${encodeURIComponent(id)}`;

export function ClubRecordsScreen() {
  const { rows } = useLoaderData<typeof loadClubRecords>();
  const { markets } = useMe();
  const canWrite = useMay()('clubs.write');
  const create = canWrite ? (
    <Link className="act act-primary" to="/clubs/records/new">
      <OfficeIcon name="plus" />
      {text.create}
    </Link>
  ) : null;
  return (
    <div className="list-screen">
      <PageHeader title={text.title} parent={{ label: text.members, to: '/clubs' }} actions={create} />
      <LocalGrid
        list="clubs"
        label={text.title}
        path="/clubs/records"
        noun={text.noun}
        columns={useMemo(() => clubColumns(markets), [markets])}
        filters={useMemo(() => clubFilters(markets), [markets])}
        limits={CLUB_LIMITS}
        rules={CLUB_RULES}
        rows={rows}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        views={CLUB_VIEWS}
        empty={
          <ScreenState icon="clubs" title={text.emptyTitle} text={text.emptyText}>
            {create}
          </ScreenState>
        }
      />
    </div>
  );
}
