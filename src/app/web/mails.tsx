/** Mail templates as a table; built with the pages, because they are React too. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { orderLetterText } from '../../orders/order-letter.ts';
import { OrderLetterMail } from '../../orders/web/OrderLetterMail.tsx';
import { letterText } from '../../ui/letter.ts';
import { LetterMail } from '../../ui/web/LetterMail.tsx';
import type { MailData, MailName, RenderMail } from '../mail-templates.ts';

type Template<N extends MailName> = (data: MailData[N]) => { subject: string; text: string; body: ReactElement };

const TEMPLATES: { readonly [N in MailName]: Template<N> } = {
  order: (data) => ({ subject: data.subject, text: orderLetterText(data), body: <OrderLetterMail {...data} /> }),
  letter: (data) => ({ subject: `${data.subject} · Cellardoor`, text: letterText(data), body: <LetterMail {...data} /> }),
};

export const renderMail: RenderMail = (name, data) => {
  const { subject, text, body } = TEMPLATES[name](data);
  return { subject, text, html: `<!doctype html>${renderToStaticMarkup(body)}` };
};
