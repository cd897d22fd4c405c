/**
 * Tells carriers which parcels are on a manifest, so that a courier comes and the parcels are charged. Those of a manifest are told
 * together. If that fails, each is told alone, so that one that a carrier refuses does not hold up the others.
 */
import { labelFailures as text } from '#domains/selling/orders/messages/labels.ts';
import { CarrierRefusal } from './carrier-port.ts';
import { claimHandovers, findLabelsById, type Label, postponeHandover, storeHandover } from './label.repository.ts';
import type { LabelDeps } from './label-deps.ts';
import { reasonOf } from './reason-of.ts';

const TIMEOUT_MS = 20_000;
/** Parcels that are told at once. Carriers take a thousand. */
const MAX_PARCELS = 500;
/** Time after which no carrier is told any more: what is asked last ends before the lease of the labels, and new labels do not wait. */
const RUN_MS = 30_000;
/** Pause after a refusal, which a person has to end. */
const REFUSED_SECONDS = 3_600;

/** Groups the labels that are told together: those of a market and carrier in their first attempt, each other one alone. */
const groupsOf = (labels: readonly Label[]): Label[][] => [
  ...Map.groupBy(labels, ({ id, market, carrier, attempts }) => (attempts > 1 ? id : `${market} ${carrier}`)).values(),
];

async function handOver({ database, carriers }: LabelDeps, labels: readonly Label[]): Promise<void> {
  const [first] = labels;
  const carrier = first ? carriers.find(first.market, first.carrier) : null;
  if (!first || !carrier?.handOver) return;
  const ids = labels.map(({ id }) => id);
  try {
    await carrier.handOver(labels, AbortSignal.timeout(TIMEOUT_MS), first.attempts > 1);
    await storeHandover(database, ids);
  } catch (error) {
    // A group that was refused is told again one by one, without a pause.
    const seconds =
      labels.length > 1 ? 0 : error instanceof CarrierRefusal ? REFUSED_SECONDS : Math.min(10 * 2 ** first.attempts, REFUSED_SECONDS);
    await postponeHandover(database, ids, text.notHandedOver(reasonOf(error)), seconds);
  }
}

/** Tells carriers about the parcels that are due. */
export async function handOverParcels(deps: LabelDeps): Promise<void> {
  const claimed = await claimHandovers(deps.database, deps.carriers.handsOver, MAX_PARCELS);
  if (claimed.length === 0) return;
  const labels = await findLabelsById(
    deps.database,
    claimed.map(({ id }) => id),
  );
  const end = Date.now() + RUN_MS;
  for (const group of groupsOf(labels)) {
    // The others are due again when their lease ends.
    if (Date.now() >= end) return;
    await handOver(deps, group);
  }
}
