/** Sends an order, whole or in parts: which cases, by which carrier, under which number. */
import { leftToShip, OrderActionRefused, planShipment, type WantedLine } from '../line-standing.ts';
import { insertShipment, lineStandings, type Shipment, shipmentsOf } from './fulfilment-repository.ts';
import { lockPlaced, moveOrder, moveRefusal, type OrderDesk } from './order-desk.ts';

export interface ShipmentWish {
  /** The same key is the same shipment. */
  readonly key: string;
  /** Null for everything that is left. */
  readonly lines: readonly WantedLine[] | null;
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string;
  readonly actor: string;
}

/**
 * Record a shipment and write to the shopper. Asked twice with a key it answers the first.
 * @throws OrderActionRefused where the order's status does not allow it or a line has fewer left
 */
export async function shipOrder(desk: OrderDesk, orderId: string, wish: ShipmentWish): Promise<Shipment> {
  const id = await desk.database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, orderId);
    const earlier = (await shipmentsOf(transaction, orderId)).find((shipment) => shipment.key === wish.key);
    if (earlier) return earlier.id;
    const standings = await lineStandings(transaction, orderId);
    const left = standings.reduce((sum, line) => sum + leftToShip(line), 0);
    // Of an order that is sent already the lines say why it cannot be sent again.
    const refusal = order.status === 'Shipped' || order.status === 'Completed' ? null : moveRefusal(order, 'Shipped');
    if (refusal !== null) throw new OrderActionRefused(refusal);
    const planned = planShipment(standings, wish.lines);
    const isWhole = planned.reduce((sum, line) => sum + line.quantity, 0) === left;
    const shipmentId = await insertShipment(transaction, orderId, { ...wish, lines: planned });
    await moveOrder(transaction, order, isWhole ? 'Shipped' : 'Partially Shipped', {
      event: 'shipped',
      data: { shipment: shipmentId, carrier: wish.carrier, trackingNumber: wish.trackingNumber, lines: planned },
      actor: wish.actor,
    });
    await desk.tell(transaction, { kind: 'shipment', orderId, shipmentId });
    return shipmentId;
  });
  const shipment = (await shipmentsOf(desk.database, orderId)).find((candidate) => candidate.id === id);
  if (!shipment) throw new Error('a shipment was written and did not come back');
  return shipment;
}
