/** A mail about an order: its lines in a table. */
import { MailFrame } from '../../ui/web/MailFrame.tsx';
import type { OrderLetter } from '../order-letter.ts';

const cell = { padding: '6px 0', borderBottom: '1px solid #e5e3da' } as const;
const amountCell = { ...cell, textAlign: 'right', whiteSpace: 'nowrap', paddingLeft: '16px' } as const;

const total = { fontWeight: 'bold', fontSize: '18px' } as const;

export const OrderLetterMail = ({ title, paragraphs, rows, notes, action, also, closing }: OrderLetter) => (
  <MailFrame title={title} paragraphs={paragraphs} action={action} also={also} closing={closing}>
    {rows.length > 0 && (
      <table role="presentation" width="100%" style={{ borderCollapse: 'collapse', margin: '16px 0' }}>
        <tbody>
          {rows.map(({ label, amount, isTotal }) => (
            <tr key={label} style={isTotal && total}>
              <td style={cell}>{label}</td>
              <td style={amountCell}>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    {notes.map((note) => (
      <p key={note}>{note}</p>
    ))}
  </MailFrame>
);
