-- Changes a database of release 0.1.0, the last one with numbered migrations, into what 0001_schema.sql creates. Runs in one transaction.

-- Nothing reads the transaction that last changed a stock level.
drop trigger stock_moved on stock;
drop function stamp_move();
alter table stock drop column moved_in;

alter table orders rename column held_until to reserved_until;
alter table orders rename column keep_card to save_card;
alter table sandbox_gateway.payments rename column keeps_card_only to is_setup_only;
alter table analytics_events rename column forward_tries to forward_attempts;
alter table club_deliveries rename column card_tries to card_attempts;
alter table club_deliveries rename column stock_tries to stock_attempts;
alter table club_deliveries rename column try_on to retry_on;
alter table crm_contacts rename column tries to attempts;
alter table crm_contacts rename column try_at to next_attempt_at;
alter table crm_contacts rename column sent to last_sent_state;
alter table email_changes rename column tries to attempts;
alter table email_changes rename column code_digest to code_hash;
alter table order_refunds rename column tries to attempts;
alter table order_refunds rename column next_try_at to next_attempt_at;
alter table order_refunds rename column settled_at to completed_at;
alter table push_messages rename column tries to attempts;
alter table push_messages rename column about to subject_key;
alter table push_messages rename column not_before to send_after;
alter table webhook_deliveries rename column tries to attempts;
alter table webhook_deliveries rename column next_try_at to next_attempt_at;
alter table webhook_deliveries rename column last_answer to last_response;
alter table webhook_deliveries rename column ended_at to finished_at;
alter table idempotency_keys rename column request_digest to request_hash;
alter table idempotency_keys rename column answer to response;
alter table offers rename column digest to content_hash;
alter table offers rename column changed_in to changed_xid;
alter table promotions rename column digest to content_hash;
alter table clubs rename column digest to content_hash;
alter table pages rename column digest to content_hash;
alter table customers rename column record_digest to record_hash;
alter table checkouts rename column token_digest to token_hash;
alter table one_time_links rename column token_digest to token_hash;
alter table one_time_links rename column browser_digest to browser_hash;
alter table attempts rename column subject_digest to subject_hash;
alter table referrals rename column email_digest to email_hash;
alter table referrals rename column address_digest to address_hash;
alter table referrals rename column card_digest to card_hash;
alter table cart_lines rename column seen_cents to last_seen_price_cents;
alter table stock rename column changed_in to changed_xid;
alter table removed_offers rename column changed_in to changed_xid;
alter table pictures rename column taken_at to imported_at;
alter table promotion_counts rename column used to usage_count;
alter table error_groups rename column times to occurrences;
alter table error_groups rename column side to source;
alter table error_notices rename column words to comment;
alter table promotion_shelf rename column only_row to is_singleton;
alter table merged_carts rename column survivor_id to target_id;

alter table sign_ins rename to sessions;
alter table attempts rename to rate_limit_counters;
alter table one_time_links rename to verification_tokens;
alter table reservations rename to stock_reservations;
alter table promotion_shelf rename to promotion_revision;
alter table promotion_counts rename to promotion_usage;
alter table promotion_uses rename to promotion_redemptions;
alter table removed_offers rename to offer_tombstones;
alter table removed_gifts rename to removed_gift_lines;
alter table merged_carts rename to cart_merges;
alter table loyalty_tiers rename to loyalty_tier_changes;
alter table order_announcements rename to webhook_dispatches;
alter table form_entries rename to form_submissions;
alter table mailbox rename to dev_mailbox;
alter table push_prices rename to push_notified_prices;
alter table stock rename to stock_levels;
alter sequence made_promotion_ids rename to generated_promotion_ids;

alter table stock_reservations drop constraint reservations_state_check;
update stock_reservations set state = case state when 'held' then 'active' when 'taken' then 'committed' else state end;
alter table stock_reservations add constraint stock_reservations_state_check check (state in ('active', 'committed', 'released'));
alter table promotion_redemptions drop constraint promotion_uses_state_check;
update promotion_redemptions set state = case state when 'held' then 'active' when 'taken' then 'committed' else state end;
alter table promotion_redemptions add constraint promotion_redemptions_state_check check (state in ('active', 'committed', 'released'));
drop index ledger_holds_by_account;
alter table ledger_holds drop constraint ledger_holds_state_check;
update ledger_holds set state = case state when 'held' then 'active' when 'taken' then 'captured' else state end;
alter table ledger_holds add constraint ledger_holds_state_check check (state in ('active', 'captured', 'released'));
create index ledger_holds_account_active_idx on ledger_holds (account) where state = 'active';
drop index webhook_deliveries_waiting;
drop index webhook_deliveries_ended;
alter table webhook_deliveries drop constraint webhook_deliveries_state_check;
update webhook_deliveries set state = case state when 'waiting' then 'pending' when 'dead' then 'failed' else state end;
alter table webhook_deliveries add constraint webhook_deliveries_state_check check (state in ('pending', 'delivered', 'failed'));
alter table webhook_deliveries alter column state set default 'pending';
create index webhook_deliveries_next_attempt_at_pending_idx on webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_finished_at_idx on webhook_deliveries (finished_at) where state <> 'pending';

drop trigger offers_changed on offers;
drop trigger stock_changed on stock_levels;
drop trigger stock_level_changed on stock_levels;
drop trigger offers_removed on offers;
drop trigger stock_removed on stock_levels;
drop trigger promotion_changed on promotions;
drop function stamp_change();
drop function stamp_level();
drop function remember_removed_offer();
drop function stamp_offers_of_stock();
drop function promotion_changed();
alter function is_on_shelf(promotions) rename to is_cart_wide_promotion;
alter function refuse_change() rename to forbid_update;
alter trigger order_events_only_grow on order_events rename to order_events_append_only;
alter function note_record_change() rename to log_record_change;
create or replace function log_record_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  key text := tg_argv[1];
begin
  for position in 2 .. tg_nargs - 1 loop
    key := key || coalesce(changed ->> tg_argv[position], '');
  end loop;
  insert into record_changes (kind, key) values (tg_argv[0], key);
  return null;
end $$;
create or replace function forbid_update() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are append-only', tg_table_name;
end $$;

alter trigger customer_noted on customers rename to customers_log_change;
alter trigger customer_market_noted on customer_markets rename to customer_markets_log_change;
alter trigger customer_identity_noted on customer_identities rename to customer_identities_log_change;
alter trigger customer_address_noted on customer_addresses rename to customer_addresses_log_change;
alter trigger stored_instrument_noted on stored_instruments rename to stored_instruments_log_change;
alter trigger entry_noted on ledger_entries rename to ledger_entries_log_change;
alter trigger gift_card_noted on gift_cards rename to gift_cards_log_change;
alter trigger favourite_noted on favourites rename to favourites_log_change;
alter trigger programme_noted on loyalty_programmes rename to loyalty_programmes_log_change;
alter trigger ledger_noted on loyalty_ledger rename to loyalty_ledger_log_change;
alter trigger tier_noted on loyalty_tier_changes rename to loyalty_tier_changes_log_change;
alter trigger estimate_noted on delivery_estimates rename to delivery_estimates_log_change;
alter trigger membership_noted on club_memberships rename to club_memberships_log_change;
alter trigger delivery_noted on club_deliveries rename to club_deliveries_log_change;
alter trigger club_event_noted on club_events rename to club_events_log_change;

create function set_changed_xid() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $$;
create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create function insert_offer_tombstone() returns trigger language plpgsql as $$
begin
  insert into offer_tombstones (offer_id) values (old.offer_id)
    on conflict (offer_id) do update set changed_xid = pg_current_xact_id(), removed_at = now();
  return old;
end $$;
create function touch_offers_of_stock() returns trigger language plpgsql as $$
begin
  update offers set changed_xid = pg_current_xact_id() where product_id = old.product_id;
  return old;
end $$;
create function bump_promotion_revision() returns trigger language plpgsql as $$
begin
  if (tg_op <> 'INSERT' and is_cart_wide_promotion(old)) or (tg_op <> 'DELETE' and is_cart_wide_promotion(new)) then
    update promotion_revision set revision = gen_random_uuid();
  end if;
  return null;
end $$;
create trigger offers_set_changed_xid before update on offers for each row execute function set_changed_xid();
create trigger offers_insert_tombstone after delete on offers for each row execute function insert_offer_tombstone();
create trigger stock_levels_set_changed_xid before update on stock_levels for each row
  when (least(old.level - old.reserved, 10) is distinct from least(new.level - new.reserved, 10)) execute function set_changed_xid();
create trigger stock_levels_set_updated_at before update on stock_levels for each row
  when (old.level is distinct from new.level) execute function set_updated_at();
create trigger stock_levels_touch_offers after delete on stock_levels for each row execute function touch_offers_of_stock();
create trigger promotions_bump_revision after insert or update or delete on promotions for each row execute function bump_promotion_revision();

alter sequence loyalty_tiers_id_seq rename to loyalty_tier_changes_id_seq;
alter sequence mailbox_id_seq rename to dev_mailbox_id_seq;
alter table cart_merges rename constraint merged_carts_pkey to cart_merges_pkey;
alter table cart_merges rename constraint merged_carts_survivor_id_fkey to cart_merges_target_id_fkey;
alter table checkouts rename constraint checkouts_token_digest_key to checkouts_token_hash_key;
alter table dev_mailbox rename constraint mailbox_pkey to dev_mailbox_pkey;
alter table favourites rename constraint one_owner to favourites_owner_check;
alter table form_submissions rename constraint form_entries_pkey to form_submissions_pkey;
alter table import_changes rename constraint import_changes_import_id_fkey1 to import_changes_import_id_fkey;
alter table import_changes rename constraint import_changes_pkey1 to import_changes_pkey;
alter table loyalty_tier_changes rename constraint loyalty_tiers_customer_id_fkey to loyalty_tier_changes_customer_id_fkey;
alter table loyalty_tier_changes rename constraint loyalty_tiers_pkey to loyalty_tier_changes_pkey;
alter table offer_tombstones rename constraint removed_offers_pkey to offer_tombstones_pkey;
alter table promotion_redemptions rename constraint promotion_uses_order_id_fkey to promotion_redemptions_order_id_fkey;
alter table promotion_redemptions rename constraint promotion_uses_pkey to promotion_redemptions_pkey;
alter table promotion_revision rename constraint promotion_shelf_only_row_check to promotion_revision_is_singleton_check;
alter table promotion_revision rename constraint promotion_shelf_pkey to promotion_revision_pkey;
alter table promotion_usage rename constraint promotion_counts_pkey to promotion_usage_pkey;
alter table promotion_usage rename constraint promotion_counts_used_check to promotion_usage_usage_count_check;
alter table push_messages rename constraint push_messages_endpoint_kind_about_key to push_messages_endpoint_kind_subject_key_key;
alter table push_notified_prices rename constraint push_prices_pkey to push_notified_prices_pkey;
alter table rate_limit_counters rename constraint attempts_pkey to rate_limit_counters_pkey;
alter table removed_gift_lines rename constraint removed_gifts_pkey to removed_gift_lines_pkey;
alter table sessions rename constraint sign_ins_customer_id_fkey to sessions_customer_id_fkey;
alter table sessions rename constraint sign_ins_pkey to sessions_pkey;
alter table stock_levels rename constraint stock_level_check to stock_levels_level_check;
alter table stock_levels rename constraint stock_pkey to stock_levels_pkey;
alter table stock_levels rename constraint stock_reserved_check to stock_levels_reserved_check;
alter table stock_reservations rename constraint reservations_order_id_fkey to stock_reservations_order_id_fkey;
alter table stock_reservations rename constraint reservations_pkey to stock_reservations_pkey;
alter table stock_reservations rename constraint reservations_quantity_check to stock_reservations_quantity_check;
alter table verification_tokens rename constraint one_time_links_customer_id_fkey to verification_tokens_customer_id_fkey;
alter table verification_tokens rename constraint one_time_links_pkey to verification_tokens_pkey;
alter table verification_tokens rename constraint one_time_links_purpose_check to verification_tokens_purpose_check;
alter table verification_tokens rename constraint one_time_links_token_digest_key to verification_tokens_token_hash_key;
alter table webhook_dispatches rename constraint order_announcements_event_id_fkey to webhook_dispatches_event_id_fkey;
alter table webhook_dispatches rename constraint order_announcements_pkey to webhook_dispatches_pkey;
alter index analytics_events_by_name rename to analytics_events_name_market_happened_at_idx;
alter index analytics_events_by_user rename to analytics_events_user_id_idx;
alter index analytics_events_to_forward rename to analytics_events_forward_at_idx;
alter index card_setups_by_customer rename to card_setups_customer_id_idx;
alter index card_setups_open rename to card_setups_created_at_open_idx;
alter index one_line_an_offer_and_person rename to cart_lines_offer_recipient_key;
alter index merged_carts_by_survivor rename to cart_merges_target_id_idx;
alter index carts_by_age rename to carts_updated_at_idx;
alter index one_cart_a_customer_and_market rename to carts_customer_id_market_key;
alter index checkouts_by_cart rename to checkouts_cart_id_idx;
alter index club_deliveries_to_do rename to club_deliveries_due_on_due_idx;
alter index one_due_delivery rename to club_deliveries_due_key;
alter index club_events_by_membership rename to club_events_membership_id_id_idx;
alter index club_memberships_by_club rename to club_memberships_club_id_idx;
alter index one_membership_a_club rename to club_memberships_customer_id_market_club_id_key;
alter index clubs_by_slug rename to clubs_market_slug_idx;
alter index customer_addresses_by_customer rename to customer_addresses_customer_id_market_idx;
alter index one_default_address rename to customer_addresses_default_key;
alter index customer_identities_by_customer rename to customer_identities_customer_id_idx;
alter index error_groups_by_time rename to error_groups_last_seen_idx;
alter index error_notices_by_group rename to error_notices_fingerprint_received_at_idx;
alter index error_notices_by_time rename to error_notices_received_at_idx;
alter index favourites_of_customers rename to favourites_customer_id_market_offer_id_key;
alter index favourites_of_guests rename to favourites_guest_id_market_offer_id_key;
alter index favourites_of_guests_by_age rename to favourites_created_at_guest_idx;
alter index form_entries_by_email rename to form_submissions_lower_email_idx;
alter index form_entries_by_time rename to form_submissions_received_at_idx;
alter index gift_cards_by_expiry rename to gift_cards_expires_at_idx;
alter index gift_cards_to_send rename to gift_cards_send_at_unqueued_idx;
alter index idempotency_keys_by_age rename to idempotency_keys_created_at_idx;
alter index import_changes_by_import rename to import_changes_import_id_kind_idx;
alter index ledger_entries_by_account rename to ledger_entries_account_id_idx;
alter index loyalty_ledger_by_customer rename to loyalty_ledger_customer_id_market_at_idx;
alter index loyalty_ledger_spent rename to loyalty_ledger_at_spend_idx;
alter index loyalty_tiers_by_customer rename to loyalty_tier_changes_customer_id_market_id_idx;
alter index mail_failures_by_address rename to mail_failures_address_at_idx;
alter index marketing_consents_of_customers rename to marketing_consents_customer_id_channel_at_id_idx;
alter index marketing_consents_of_devices rename to marketing_consents_device_idx;
alter index removed_offers_by_change rename to offer_tombstones_changed_xid_idx;
alter index offers_by_address rename to offers_lower_offer_id_idx;
alter index offers_by_change rename to offers_changed_xid_idx;
alter index offers_by_producer rename to offers_producer_slug_idx;
alter index offers_by_product rename to offers_product_id_idx;
alter index oidc_records_by_account rename to oidc_records_account_id_idx;
alter index oidc_records_by_age rename to oidc_records_expires_at_idx;
alter index oidc_records_by_grant rename to oidc_records_grant_id_idx;
alter index oidc_records_by_uid rename to oidc_records_uid_idx;
alter index order_disputes_by_order rename to order_disputes_order_id_idx;
alter index order_disputes_open rename to order_disputes_evidence_due_at_open_idx;
alter index order_events_by_order rename to order_events_order_id_id_idx;
alter index order_refunds_open rename to order_refunds_next_attempt_at_open_idx;
alter index one_draft_a_cart rename to orders_cart_id_draft_key;
alter index orders_by_card rename to orders_card_fingerprint_idx;
alter index orders_by_checkout rename to orders_checkout_id_idx;
alter index orders_by_customer rename to orders_customer_id_placed_at_idx;
alter index orders_by_guest_email rename to orders_lower_email_guest_idx;
alter index orders_by_mailbox rename to orders_mailbox_of_email_idx;
alter index orders_drafts rename to orders_reserved_until_draft_idx;
alter index pages_by_path rename to pages_path_idx;
alter index paywall_unlocks_by_email rename to paywall_unlocks_email_idx;
alter index promotions_automatic rename to promotions_automatic_idx;
alter index push_messages_waiting rename to push_messages_send_after_unsent_idx;
alter index push_subscriptions_of_customers rename to push_subscriptions_customer_id_idx;
alter index push_subscriptions_of_guests rename to push_subscriptions_guest_id_idx;
alter index push_subscriptions_with_carts rename to push_subscriptions_cart_update_idx;
alter index record_changes_by_key rename to record_changes_kind_key_id_idx;
alter index record_changes_by_time rename to record_changes_kind_changed_at_idx;
alter index referrals_by_address rename to referrals_address_hash_idx;
alter index referrals_by_card rename to referrals_card_hash_idx;
alter index referrals_by_email rename to referrals_email_hash_idx;
alter index referrals_by_referrer rename to referrals_referrer_id_market_at_idx;
alter index referrals_held rename to referrals_at_held_idx;
alter index sign_ins_by_customer rename to sessions_customer_id_idx;
alter index stock_by_change rename to stock_levels_changed_xid_idx;
alter index one_default_instrument rename to stored_instruments_default_key;
alter index stored_instruments_by_customer rename to stored_instruments_customer_id_market_idx;
alter index one_time_links_by_customer rename to verification_tokens_customer_id_idx;
alter index one_time_links_by_email rename to verification_tokens_email_key_purpose_idx;
alter index sandbox_gateway.payments_by_capture rename to payments_captured_at_idx;

-- PostgreSQL 18 names NOT NULL constraints.
do $$
declare
  item record;
begin
  for item in
    select k.conrelid::regclass as relation, k.conname, format('%s_%s_not_null', t.relname, a.attname) as name
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1]
    where k.contype = 'n' and t.relnamespace in ('public'::regnamespace, 'sandbox_gateway'::regnamespace) and not t.relispartition
      and k.conname <> format('%s_%s_not_null', t.relname, a.attname)
  loop
    execute format('alter table %s rename constraint %I to %I', item.relation, item.conname, item.name);
  end loop;
end $$;
