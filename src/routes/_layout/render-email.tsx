/** Email templates by name. Built with the pages, because they are React components too. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { renderOrderEmailText } from '#domains/selling/orders/model/order-email.ts';
import { OrderEmailTemplate } from '#domains/selling/orders/ui/OrderEmail.tsx';
import { renderEmailText } from '#lib/email-content.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import { EmailTemplate } from '#ui/EmailTemplate.tsx';
import type { EmailTemplateName, MailData, RenderEmail } from '../email-templates.ts';

type Template<N extends EmailTemplateName> = (data: MailData[N]) => { subject: string; text: string; body: ReactElement };

const TEMPLATES: { readonly [N in EmailTemplateName]: Template<N> } = {
  order: (data) => ({ subject: data.subject, text: renderOrderEmailText(data), body: <OrderEmailTemplate {...data} /> }),
  content: (data) => ({
    subject: `${data.subject} · ${data.shopName ?? SHOP_NAME}`,
    text: renderEmailText(data),
    body: <EmailTemplate {...data} />,
  }),
};

export const renderMail: RenderEmail = (name, data) => {
  const { subject, text, body } = TEMPLATES[name](data);
  return { subject, text, html: `<!doctype html>${renderToStaticMarkup(body)}` };
};
