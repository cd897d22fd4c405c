/** What the thread of `create-pdf.ts` runs. */
import { renderPdf } from './render-pdf.ts';

export default renderPdf;
