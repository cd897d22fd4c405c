-- A price is struck through only where the RRP has a source and a date. Those without are kept in the records and shown no more,
-- until a record or a table of changes gives both.
with shown as (
  update offer_prices p set pack_rrp = null from offers o
  where o.offer_id = p.offer_id and p.pack_rrp is not null
    and (o.record->'prices'->p.market->>'rrpSource' is null or o.record->'prices'->p.market->>'rrpDate' is null)
  returning p.offer_id
)
update offers set changed_in = pg_current_xact_id() where offer_id in (select offer_id from shown);
