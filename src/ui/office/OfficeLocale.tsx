/** The language of the office's controls: that of its text, and dates with the day first. The language of the browser changes nothing. */
import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';

export const OfficeLocale = ({ children }: { readonly children: ReactNode }) => <I18nProvider locale="en-AU">{children}</I18nProvider>;
