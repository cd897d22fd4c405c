-- Imports disable joins that read whole tables. Transition tables have no indexes: without hash joins, these functions compare every changed
-- row of a batch with every other one.
alter function log_price_changes() set enable_hashjoin = on;
alter function follow_offers() set enable_hashjoin = on;
