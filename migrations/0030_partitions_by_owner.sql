-- Partitions of events are made and dropped by functions of the owner of the database, so that the shop can run as a role that may not change
-- the schema (docs/decisions/0176-migrations-and-database-rights.md).

create function create_event_partition(day date) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('analytics partitions'));
  execute format('create table if not exists public.%I partition of public.analytics_events for values from (%L) to (%L)',
    'analytics_events_' || to_char(day, 'YYYYMMDD'), day, day + 1);
end
$$;
comment on function create_event_partition(date) is 'Creates the partition of a day, if it does not exist.';

create function drop_event_partitions(days integer) returns integer language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  old name;
  dropped integer := 0;
begin
  for old in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.analytics_events'::regclass
      and c.relname < 'analytics_events_' || to_char(now() - make_interval(days => days), 'YYYYMMDD')
  loop
    execute format('drop table if exists public.%I', old);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;
comment on function drop_event_partitions(integer) is 'Drops the partitions that ended more than so many days ago, and returns how many.';

revoke execute on function create_event_partition(date), drop_event_partitions(integer) from public;
