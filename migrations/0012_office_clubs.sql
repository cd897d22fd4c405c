-- Clubs in the office: notes about members, and the indexes of the list and of live changes.

-- Notes of staff about a membership. Members never see them. Append-only.
create table club_notes (
  id bigint generated always as identity primary key,
  membership_id uuid not null references club_memberships on delete cascade,
  at timestamptz not null default now(),
  -- Without a reference, because the note outlives the person.
  staff_id integer not null,
  -- Name at the time of the note.
  author text not null,
  text text not null check (text <> '')
);
create index club_notes_membership_id_idx on club_notes (membership_id, id);

create index club_memberships_joined_idx on club_memberships (coalesce(joined_at, created_at), id);
create index club_memberships_sort_name_idx on club_memberships (order_sort_name(details), id);
