-- The loyalty programme of a market is a setting. Programmes that retailers imported become its first version, and hold from the beginning,
-- because members reached their tiers under them.

insert into setting_versions (group_id, scope, revision, value, effective_from, author)
select 'loyalty', market, 1,
  jsonb_build_object('windowMonths', record->'windowMonths', 'couponDays', record->'couponDays', 'tiers',
    (select jsonb_agg(jsonb_build_object('summary', '', 'benefits', '[]'::jsonb, 'discountKind', 'dollar_value') || (tier - 'couponValues')
        || jsonb_build_object('birthday', coalesce(tier->'couponValues'->'birthday', '0'), 'anniversary', coalesce(tier->'couponValues'->'anniversary', '0'))
        order by place)
      from jsonb_array_elements(record->'tiers') with ordinality tiers (tier, place))),
  timestamptz '2000-01-01', 'import'
from loyalty_programmes;

drop table loyalty_programmes;
