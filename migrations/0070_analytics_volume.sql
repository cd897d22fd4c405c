-- Bytes of events that came on a day, so that all processes together keep to the day's cap.
create table analytics_volume (
  day date primary key,
  bytes bigint not null
);
