/** All email templates by name, with their data. */
import type { OrderEmail } from '#domains/selling/orders/model/order-email.ts';
import type { EmailContent } from '#lib/email-content.ts';

/** Data of each template by its name. */
export interface MailData {
  readonly order: OrderEmail;
  readonly content: EmailContent;
}

export type EmailTemplateName = keyof MailData;

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Renders a template. Vite builds the templates with the pages. */
export type RenderEmail = <N extends EmailTemplateName>(name: N, data: MailData[N]) => RenderedMail;
