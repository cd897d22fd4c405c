/** The entry of the office's application. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { OfficeLocale } from '#ui/office/OfficeLocale.tsx';
import { applyTheme, readTheme } from '#ui/office/theme.ts';
import { keepScreens } from './keep-screens.ts';
import { routes } from './routes.tsx';

applyTheme(readTheme());

const element = document.getElementById('office');
if (!element) throw new Error('the page of the office has no element for it');
createRoot(element).render(
  <StrictMode>
    <OfficeLocale>
      <RouterProvider router={createBrowserRouter(keepScreens(routes))} />
    </OfficeLocale>
  </StrictMode>,
);
