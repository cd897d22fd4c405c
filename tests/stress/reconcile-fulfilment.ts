/** Compares what the shop knows of parcels, collections and claims with the carriers and with itself. */
import type { Database } from '#lib/db/pool.ts';
import type { CarrierKit } from '#tests/fixtures/carrier-kits.ts';

interface StoredLabel {
  readonly id: string;
  readonly state: string;
  readonly carrier: string;
  readonly failure: string;
  readonly isOnManifest: boolean;
  readonly documents: number;
}

/** Each parcel that was paid at a carrier is in the database once or cancelled, and is on the manifest on which the shop put it. */
export async function findUnreconciledLabels(database: Database, kits: readonly CarrierKit[]): Promise<string[]> {
  const labels = await database.queryMany<StoredLabel>({
    text: `select l.id, l.state, l.carrier, l.failure, l.manifest_day is not null as "isOnManifest",
        (select count(*)::integer from parcel_label_documents d where d.label_id = l.id) as documents
      from parcel_labels l`,
  });
  const known = new Set(labels.map(({ id }) => id));
  const unknown = kits.flatMap((kit) =>
    kit
      .parcels()
      .filter(({ hasLabel, isCancelled, reference }) => hasLabel && !isCancelled && !known.has(reference))
      .map(({ reference }) => `${kit.title} has ${reference}, which the shop does not know`),
  );
  return [
    ...unknown,
    ...labels.flatMap(({ id, state, carrier, failure, isOnManifest, documents }) => {
      const parcels = kits.find(({ name }) => name === carrier)?.parcels() ?? [];
      const open = parcels.filter((parcel) => parcel.reference === id && parcel.hasLabel && !parcel.isCancelled);
      const manifests = open.reduce((sum, parcel) => sum + parcel.manifests, 0);
      const says = `label ${id} of ${carrier} is ${state}`;
      return [
        ...(state === 'bought' || state === 'cancelled' ? [] : [`${says}: ${failure}`]),
        ...(open.length === (state === 'bought' ? 1 : 0) ? [] : [`${says}, and the carrier has ${open.length}`]),
        ...(documents === 1 || state !== 'bought' ? [] : [`${says}, and has ${documents} drawings`]),
        ...(manifests === (isOnManifest ? 1 : 0) ? [] : [`${says}, and is on ${manifests} manifests of the carrier`]),
      ];
    }),
  ];
}

/** What was given back for each claim is there once: a refund, an entry of the ledger, or an order that sends the cases again. */
const findUnreconciledClaims = (database: Database) =>
  database.queryMany<{ what: string }>({
    text: `with given as (
        select c.id, c.state, c.amount_cents,
          (select count(*) from order_refunds r where r.key like 'claim:' || c.id || ':%') as refunds,
          (select sum(r.amount_cents) from order_refunds r where r.key like 'claim:' || c.id || ':%' and r.state = 'done') as refunded,
          (select sum(e.cents) from ledger_entries e where e.source = 'claim:' || c.id) as credited,
          (select count(distinct v.order_id) from order_events v where v.event = 'placed' and v.data->>'claim' = c.id::text) as replacements
        from claims c
      )
      select format('claim %s is %s for %s cents: %s refunds of %s, %s credited, %s replacements', id, state, amount_cents, refunds, refunded, credited, replacements) as what
      from given where not case state
        when 'refunded' then refunds = 1 and refunded = amount_cents and credited is null and replacements = 0
        when 'credited' then refunds = 0 and credited = amount_cents and replacements = 0
        when 'replaced' then refunds = 0 and credited is null and replacements = 1
        else false end
      union all
      select format('order %s has %s claims', order_id, count(*)) from claims group by order_id having count(*) <> 1
      union all
      select format('order %s was collected in %s shipments with %s outcomes, and is %s', o.number, count(distinct s.id), count(t.id), o.status)
        from orders o left join order_shipments s on s.order_id = o.id left join delivery_outcomes t on t.shipment_id = s.id
        where o.details ? 'collection' group by o.id having count(distinct s.id) <> 1 or count(t.id) <> 1 or o.status <> 'Completed'
      union all
      select format('order %s has %s shipments', o.number, count(*)) from orders o join order_shipments s on s.order_id = o.id
        group by o.id having count(*) > 1`,
  });

/** Lists what does not agree. */
export async function findUnreconciled(database: Database, kits: readonly CarrierKit[]): Promise<string[]> {
  return [...(await findUnreconciledLabels(database, kits)), ...(await findUnreconciledClaims(database)).map(({ what }) => what)];
}
