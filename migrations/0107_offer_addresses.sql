-- Offers by their address in any case, and the other offers of a producer, for addresses that lead elsewhere.
create index offers_by_address on offers (lower(offer_id));
create index offers_by_producer on offers (producer_slug);
