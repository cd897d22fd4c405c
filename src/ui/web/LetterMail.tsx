/** A letter as mail: styles in attributes, because that is what mail programs understand. */
import type { Letter } from '../letter.ts';

export function LetterMail({ subject, paragraphs, action, code, closing }: Letter) {
  return (
    <html lang="en">
      <body style={{ margin: 0, background: '#fbfaf5', color: '#171c14', font: '16px/1.5 Arial, sans-serif' }}>
        <div style={{ maxWidth: '560px', margin: '0 auto', padding: '32px 20px' }}>
          <p style={{ font: '22px Georgia, serif', margin: '0 0 24px' }}>Cellardoor</p>
          <h1 style={{ font: '28px/1.2 Georgia, serif', margin: '0 0 12px' }}>{subject}</h1>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {code !== null && <p style={{ font: '32px/1.2 monospace', letterSpacing: '6px', margin: '24px 0' }}>{code}</p>}
          {action !== null && (
            <p style={{ margin: '24px 0' }}>
              <a
                href={action.url}
                style={{ background: '#77b204', color: '#171c14', padding: '14px 22px', borderRadius: '4px', textDecoration: 'none' }}
              >
                {action.label}
              </a>
            </p>
          )}
          <p style={{ color: '#5a5f52', fontSize: '14px' }}>{closing}</p>
        </div>
      </body>
    </html>
  );
}
