-- Business days from submission to delivery, for every postcode of a market that begins with the digits of `area`.
create table delivery_estimates (
  market text not null,
  area text not null,
  days smallint not null,
  primary key (market, area)
);
