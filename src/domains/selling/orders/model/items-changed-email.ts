/** The email about items of an order that staff changed: what is sent, and what is not any more. */
import { lineCount } from '#domains/selling/checkout/model/format-line.ts';
import { greet } from '#lib/email-content.ts';
import { orderEmailMessages as m } from '../messages.ts';
import { type LineFulfilment, unshippedQuantity } from './line-fulfilment.ts';
import { footerOf, movedRows, type OrderEmail, type OrderEmailContext, viewOrderAction } from './order-email.ts';

export function itemsChangedEmail(context: OrderEmailContext, lines: readonly LineFulfilment[]): OrderEmail {
  const { order, shop } = context;
  const { texts } = shop;
  const values = { number: String(order.number) };
  const sent = lines.map((line) => ({ position: line.position, name: line.name, quantity: unshippedQuantity(line) }));
  const withdrawn = lines.filter((line) => line.withdrawn > 0);
  return {
    shopName: texts.shopName,
    subject: texts.line('order-items-changed', 'subject', values),
    title: texts.line('order-items-changed', 'title', values),
    paragraphs: [greet(order.details.firstName), ...texts.paragraphs('order-items-changed', 'text', values)],
    rows: movedRows(
      context,
      sent.filter(({ quantity }) => quantity > 0),
    ),
    notes:
      withdrawn.length === 0
        ? []
        : [
            {
              title: m.takenOut,
              lines: withdrawn.map(({ position, name, withdrawn: quantity }) => {
                const line = order.lineItems[position];
                return line ? `${name}, ${lineCount({ ...line, quantity })}` : `${quantity} × ${name}`;
              }),
            },
          ],
    action: viewOrderAction('order-items-changed', context),
    footer: footerOf(order, shop),
  };
}
