-- Wine clubs as the retailer wrote them (`record`), with what their addresses are found by.
create table clubs (
  id text primary key,
  market text not null,
  slug text not null,
  record jsonb not null,
  digest text not null,
  updated_at timestamptz not null default now()
);
create index clubs_by_slug on clubs (market, slug);
