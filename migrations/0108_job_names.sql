-- Renames the queues of background jobs. Jobs that are waiting move to the new queues; finished ones are dropped.
do $$
declare
  queue record;
begin
  if to_regclass('pgboss.queue') is null then
    return;
  end if;
  create temporary table renamed_queues on commit drop as
    select t.old_name, t.new_name, q.policy, q.retry_limit, q.retry_delay, q.retry_backoff, q.expire_seconds, q.retention_minutes
    from (values
      ('order-mail', 'send-order-email'),
      ('gift-card', 'send-gift-card-email'),
      ('identity-mail', 'send-identity-email'),
      ('form', 'send-form-email'),
      ('loyalty-mail', 'send-loyalty-email'),
      ('marketing-mail', 'send-marketing-email'),
      ('club-mail', 'send-club-email'),
      ('error-forward', 'forward-error-report')
    ) as t (old_name, new_name)
    join pgboss.queue q on q.name = t.old_name;
  for queue in select * from renamed_queues loop
    perform pgboss.create_queue(queue.new_name, json_build_object(
      'policy', queue.policy, 'retryLimit', queue.retry_limit, 'retryDelay', queue.retry_delay, 'retryBackoff', queue.retry_backoff,
      'expireInSeconds', queue.expire_seconds, 'retentionMinutes', queue.retention_minutes));
    update pgboss.job set name = queue.new_name where name = queue.old_name and state < 'completed';
  end loop;
  set constraints all immediate;
  for queue in select * from renamed_queues loop
    perform pgboss.delete_queue(queue.old_name);
  end loop;
end
$$;
