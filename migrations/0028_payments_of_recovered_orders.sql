-- An order whose payment succeeded while the gateway's response was lost was placed without the id of its payment, so it could not be
-- refunded. The event of its placing has the id.

update orders o set payment_id = e.data ->> 'payment'
  from order_events e
  where e.order_id = o.id and e.event = 'placed' and e.data ->> 'payment' is not null
    and o.number is not null and o.charge_cents > 0 and o.payment_id is null;
