-- What an import changed stands in one row a batch instead of one a record: a row a record was found by its key, and writing a
-- million keys in no order into an index cost more the longer it grew (docs/decisions/0049-import-at-size.md).
alter table import_changes rename to import_changes_by_record;

create table import_changes (
  -- A key that stands in several batches was before the first of them what that says, and is after the last what that says.
  id bigint primary key generated always as identity,
  import_id integer not null references imports on delete cascade,
  kind text not null,
  -- The record's key; what it was, null where there was none; what tells that it is still what the import made it.
  keys text[] not null,
  before jsonb[] not null,
  after text[] not null
);
create index import_changes_by_import on import_changes (import_id, kind);

insert into import_changes (import_id, kind, keys, before, after)
  select import_id, kind, array_agg(key), array_agg(before), array_agg(after) from (
    select c.import_id, c.kind, c.key, c.before, row_number() over (partition by c.import_id, c.kind order by c.key) / 1000 as batch,
      case c.kind
        when 'offer' then case when c.after = '' or md5(o.record::text) = c.after then coalesce(o.digest, '') else 'changed since' end
        when 'stock' then case when md5(jsonb_build_object('record', 'stock', 'productId', s.product_id, 'market', s.market, 'level', s.level)::text) = c.after
          then s.level::text else 'changed since' end
        else c.after end as after
    from import_changes_by_record c
      left join offers o on c.kind = 'offer' and o.offer_id = c.key
      left join stock s on c.kind = 'stock' and s.product_id = case when c.kind = 'stock' then substr(c.key, 1, 10)::int end and s.market = substr(c.key, 11)
  ) marked group by import_id, kind, batch;

drop table import_changes_by_record;
