/** A mail about an order: one table, styles in attributes, because that is what mail programs understand. */
import type { OrderLetter } from '../order-letter.ts';

const cell = { padding: '6px 0', borderBottom: '1px solid #e5e3da' } as const;
const amountCell = { ...cell, textAlign: 'right', whiteSpace: 'nowrap', paddingLeft: '16px' } as const;

export function OrderLetterMail({ title, paragraphs, rows, notes, action, closing }: OrderLetter) {
  return (
    <html lang="en">
      <body style={{ margin: 0, background: '#fbfaf5', color: '#171c14', font: '16px/1.5 Arial, sans-serif' }}>
        <div style={{ maxWidth: '560px', margin: '0 auto', padding: '32px 20px' }}>
          <p style={{ font: '22px Georgia, serif', margin: '0 0 24px' }}>Cellardoor</p>
          <h1 style={{ font: '28px/1.2 Georgia, serif', margin: '0 0 12px' }}>{title}</h1>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {rows.length > 0 && (
            <table role="presentation" width="100%" style={{ borderCollapse: 'collapse', margin: '16px 0' }}>
              <tbody>
                {rows.map(({ label, amount }) => (
                  <tr key={label}>
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
          <p style={{ margin: '24px 0' }}>
            <a
              href={action.url}
              style={{ background: '#77b204', color: '#171c14', padding: '14px 22px', borderRadius: '4px', textDecoration: 'none' }}
            >
              {action.label}
            </a>
          </p>
          <p style={{ color: '#5a5f52', fontSize: '14px' }}>{closing}</p>
        </div>
      </body>
    </html>
  );
}
