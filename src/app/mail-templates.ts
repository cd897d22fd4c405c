/** Every mail the shop sends, by name, with what its template needs. */
import type { OrderLetter } from '../orders/order-letter.ts';
import type { Letter } from '../ui/letter.ts';

export interface MailData {
  readonly order: OrderLetter;
  readonly letter: Letter;
}

export type MailName = keyof MailData;

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The door to the templates, which Vite builds with the pages. */
export type RenderMail = <N extends MailName>(name: N, data: MailData[N]) => RenderedMail;
