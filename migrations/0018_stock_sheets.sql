-- Stock sheets: deliveries and counts, which staff enter line by line and post in one transaction.

-- No release has written a delivery. A row that is there was made by hand, so it counts as posted.
alter table stock_receipts rename to stock_sheets;
alter table stock_sheets rename column at to created_at;
create sequence stock_sheet_changes;
alter table stock_sheets
  add column kind text not null default 'delivery' check (kind in ('delivery', 'count')),
  add column state text not null default 'posted' check (state in ('open', 'posted', 'undone', 'cancelled')),
  -- Of supplier, reference, day and note. Each line has its own.
  add column version integer not null default 1,
  -- On which a delivery came.
  add column day date,
  -- A count whose expected numbers are hidden until the review.
  add column is_blind boolean not null default false,
  -- Sums of the lines: how many there are, how many have a quantity, and its cases.
  add column lines integer not null default 0,
  add column entered integer not null default 0,
  add column cases integer not null default 0,
  add column posted_at timestamptz,
  -- The last change of the sheet or a line of it. Screens follow the number.
  add column changed_at timestamptz not null default now(),
  add column changed_by text not null default '',
  add column change_number bigint not null default nextval('stock_sheet_changes'),
  add column terms text not null generated always as (lower(' ' || supplier || ' ' || reference || ' ' || note || ' ' || author)) stored;
alter table stock_sheets alter column kind drop default, alter column state set default 'open', alter column supplier set default '';
create index stock_sheets_list_idx on stock_sheets (kind, created_at desc, id desc);
create index stock_sheets_state_idx on stock_sheets (kind, state, created_at desc, id desc);
create index stock_sheets_change_number_idx on stock_sheets (change_number);
create index stock_sheets_terms_idx on stock_sheets using gin (terms gin_trgm_ops);

create table stock_sheet_lines (
  sheet_id integer not null references stock_sheets on delete cascade,
  product_id integer not null,
  -- Cases that came or were counted. Null until they are entered.
  quantity integer check (quantity >= 0),
  -- Cases on the delivery note, or those that should have been on the shelf when they were counted.
  expected integer,
  -- The last movement of the item when it was counted. A later correction needs a decision.
  movement_id bigint,
  -- The count of this wine is not applied.
  is_skipped boolean not null default false,
  version integer not null default 1,
  entered_at timestamptz not null default now(),
  entered_by text not null default '',
  primary key (sheet_id, product_id)
);

-- Movements of a sheet, to take it back.
create index stock_movements_document_idx on stock_movements (document_id, id) where document_id is not null;
