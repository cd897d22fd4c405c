/** The receipt as mail: one table, styles in attributes, because that is what mail programs understand. */

import { sumRows } from '../../checkout/sums.ts';
import type { OrderView } from '../contract.ts';
import { addressee, driverNotes, receiptLines } from '../receipt.ts';

const cell = { padding: '6px 0', borderBottom: '1px solid #e5e3da' } as const;
const amount = { ...cell, textAlign: 'right', whiteSpace: 'nowrap', paddingLeft: '16px' } as const;

export interface ReceiptMailProps {
  readonly order: OrderView;
  readonly orderUrl: string;
  readonly supportPhone: string;
}

export function ReceiptMail({ order, orderUrl, supportPhone }: ReceiptMailProps) {
  const { details } = order;
  return (
    <html lang="en">
      <body style={{ margin: 0, background: '#fbfaf5', color: '#171c14', font: '16px/1.5 Arial, sans-serif' }}>
        <div style={{ maxWidth: '560px', margin: '0 auto', padding: '32px 20px' }}>
          <p style={{ font: '22px Georgia, serif', margin: '0 0 24px' }}>Cellardoor</p>
          <h1 style={{ font: '28px/1.2 Georgia, serif', margin: '0 0 12px' }}>Order #{order.number}</h1>
          <p>Hello {details.firstName}, thank you. We have your order and are packing it.</p>
          <table role="presentation" width="100%" style={{ borderCollapse: 'collapse', margin: '16px 0' }}>
            <tbody>
              {[...receiptLines(order), ...sumRows(order)].map((row) => (
                <tr key={row.label}>
                  <td style={cell}>{row.label}</td>
                  <td style={amount}>{row.amount}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>To {addressee(order)}</p>
          {driverNotes(order).map((note) => (
            <p key={note}>{note}</p>
          ))}
          <p>
            <a href={orderUrl} style={{ color: '#2c5a12' }}>
              See your order
            </a>
          </p>
          <p style={{ color: '#5a5f52', fontSize: '14px' }}>Questions? Call {supportPhone}.</p>
        </div>
      </body>
    </html>
  );
}
