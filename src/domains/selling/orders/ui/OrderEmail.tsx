/** Renders an e-mail about an order. The lines are a table with pictures if the shop has them. */
import { EmailLayout } from '#ui/EmailLayout.tsx';
import { type OrderEmail, type OrderEmailRow, PICTURE_SIDE } from '../model/order-email.ts';

const line = { borderBottom: '1px solid #e5e3da' } as const;
const cell = { ...line, padding: '8px 0', verticalAlign: 'top' } as const;
const pictureCell = { ...cell, width: `${PICTURE_SIDE}px`, paddingRight: '14px' } as const;
const amountCell = { ...cell, textAlign: 'right', whiteSpace: 'nowrap', paddingLeft: '16px' } as const;
const quiet = { color: '#5a5f52', fontSize: '14px' } as const;
const imageStyle = { display: 'block', margin: '0 auto' } as const;
const total = { fontWeight: 'bold', fontSize: '18px' } as const;
/** Indents rows without a picture to the column of names. */
function Row({ row: { label, details = [], picture, amount, isTotal }, spans }: { row: OrderEmailRow; spans: boolean }) {
  return (
    <tr style={isTotal && total}>
      {picture && (
        <td style={pictureCell}>
          {/* Low priority keeps React from adding a preload to the head. */}
          <img src={picture.url} fetchPriority="low" alt="" width={picture.width} height={picture.height} style={imageStyle} />
        </td>
      )}
      <td style={cell} colSpan={spans && !picture ? 2 : undefined}>
        {label}
        {details.map((detail) => (
          <div key={detail} style={quiet}>
            {detail}
          </div>
        ))}
      </td>
      <td style={amountCell}>{amount}</td>
    </tr>
  );
}

export function OrderEmailTemplate({ shopName, title, paragraphs, rows, notes, action, also, footer }: OrderEmail) {
  const spans = rows.some(({ picture }) => picture !== undefined);
  // The index is a stable key: rows do not move, and two gift cards may have recipients of the same name.
  const show = (row: OrderEmailRow, index: number) => <Row key={`${index} ${row.label}`} row={row} spans={spans} />;
  return (
    <EmailLayout shopName={shopName} title={title} paragraphs={paragraphs} action={action} also={also} footer={footer}>
      {rows.length > 0 && (
        <table role="presentation" width="100%" style={{ borderCollapse: 'collapse', margin: '20px 0' }}>
          <tbody>{rows.map(show)}</tbody>
        </table>
      )}
      {notes.map((note) => (
        <p key={note.title}>
          <span style={quiet}>{note.title}</span>
          {note.lines.map((text) => (
            <span key={text} style={{ display: 'block' }}>
              {text}
            </span>
          ))}
        </p>
      ))}
    </EmailLayout>
  );
}
