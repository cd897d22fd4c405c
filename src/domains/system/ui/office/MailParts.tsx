/** The parts of an email: as its reader sees it, as plain text, its headers, and the attempts to send it. */
import { useState } from 'react';
import { MAIL_OUTCOME_LABELS, mailMessages as text } from '#domains/outbound/mail/messages/office.ts';
import type { MailMessage } from '#domains/outbound/mail/office-contract.ts';
import { formatMoment, ownTimeZone } from '#ui/office/format-time.ts';
import { Segmented } from '#ui/office/Segmented.tsx';

type Part = 'html' | 'plain' | 'headers' | 'attempts';

const PARTS: readonly Part[] = ['html', 'plain', 'headers', 'attempts'];
const options = PARTS.map((value) => ({ value, label: text.parts[value] }));

/** Loads pictures from the office, which serves those of the shop: the policy of the page names no other host that emails may use. */
const withLocalPictures = (html: string): string => html.replaceAll(/ src="https?:\/\/[^/"]+(?=\/pictures\/)/g, ' src="');

function Attempts({ attempts }: { readonly attempts: MailMessage['attemptList'] }) {
  if (attempts.length === 0) return <p className="text-muted">{text.noAttempts}</p>;
  return (
    <ol className="mail-attempts">
      {attempts.map(({ at, outcome, response }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts have no ids, and the list does not change
        <li key={index}>
          <p>
            {MAIL_OUTCOME_LABELS[outcome]} <span className="text-muted small">{formatMoment(at, ownTimeZone())}</span>
          </p>
          {response !== '' && <p className="mail-response">{response}</p>}
        </li>
      ))}
    </ol>
  );
}

const whyNot = ({ mayRead, isTextDeleted }: MailMessage): string => {
  if (!mayRead) return text.hidden;
  return isTextDeleted ? text.deleted : text.unwritten;
};

export function MailParts({ mail }: { readonly mail: MailMessage }) {
  const [part, setPart] = useState<Part>(mail.text === null ? 'attempts' : 'html');
  const { text: written } = mail;
  return (
    <section className="mail-parts" aria-label={text.parts.label}>
      <Segmented label={text.parts.label} options={options} value={part} onChange={setPart} />
      {part === 'attempts' && <Attempts attempts={mail.attemptList} />}
      {part !== 'attempts' && written === null && <p className="text-muted">{whyNot(mail)}</p>}
      {part === 'html' && written !== null && (
        // Without scripts, forms and an origin of its own.
        <iframe className="mail-frame" title={text.frame} sandbox="" srcDoc={withLocalPictures(written.html)} />
      )}
      {part === 'plain' && written !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reached by keyboard
        <pre className="record-code mail-plain" tabIndex={0}>
          {written.plain}
        </pre>
      )}
      {part === 'headers' && written !== null && (
        <dl className="facts">
          {written.headers.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="mail-response">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {part !== 'attempts' && written !== null && <p className="text-muted small">{text.secrets}</p>}
    </section>
  );
}
