-- Where a cart went that was merged into another: late calls for it reach the survivor, for as long as that lives.
create table merged_carts (
  id uuid primary key,
  survivor_id uuid not null references carts on delete cascade
);
create index merged_carts_by_survivor on merged_carts (survivor_id);
