/** Mail templates as a table; built with the pages, because they are React too. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { receiptSubject, receiptText } from '../../orders/receipt.ts';
import { ReceiptMail } from '../../orders/web/ReceiptMail.tsx';
import { letterText } from '../../ui/letter.ts';
import { LetterMail } from '../../ui/web/LetterMail.tsx';
import type { MailData, MailName, RenderMail } from '../mail-templates.ts';

type Template<N extends MailName> = (data: MailData[N]) => { subject: string; text: string; body: ReactElement };

const TEMPLATES: { readonly [N in MailName]: Template<N> } = {
  receipt: (data) => ({
    subject: receiptSubject(data.order),
    text: receiptText(data.order, data.orderUrl, data.supportPhone),
    body: <ReceiptMail {...data} />,
  }),
  letter: (data) => ({ subject: `${data.subject} · Cellardoor`, text: letterText(data), body: <LetterMail {...data} /> }),
};

export const renderMail: RenderMail = (name, data) => {
  const { subject, text, body } = TEMPLATES[name](data);
  return { subject, text, html: `<!doctype html>${renderToStaticMarkup(body)}` };
};
