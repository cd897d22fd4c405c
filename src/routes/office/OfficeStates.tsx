/** What the office shows while it loads and where a screen fails. */
import { isRouteErrorResponse, Link, useLocation, useRevalidator, useRouteError } from 'react-router';
import { RAIL_LABELS } from '#domains/staff/messages/office.ts';
import { NO_RESPONSE } from '#domains/staff/ui/office/load-call.ts';
import { Brand } from '#ui/office/Brand.tsx';
import { LoadFailure } from '#ui/office/LoadFailure.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { ScreenSkeleton } from '#ui/office/ScreenSkeleton.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { readShopName } from '#ui/office/shop-name.ts';
import { SCREENS } from './screens.ts';

const SCREEN_PATHS: readonly string[] = SCREENS.flat().map(({ to }) => to);
/** Screens without a list. */
const PANEL_PATHS: readonly string[] = ['/today', '/menus', '/settings', '/setup', '/system', '/system/jobs'];
/** Pages without the frame of the office. */
const OUTSIDE = /^\/(?:sign-in|invitation)/;

/** Lines in place of the screens of the rail. Which of them a person may open is not known yet. */
function RailSkeleton() {
  return (
    <div className="office-rail" aria-hidden="true">
      {SCREENS.map((group) => (
        <div key={group[0]?.to} className="rail-group">
          {group
            .filter(({ isInner }) => !isInner)
            .map(({ to }) => (
              <span key={to} className="rail-link">
                <span className="bone" />
              </span>
            ))}
        </div>
      ))}
    </div>
  );
}

/** Shown until the first screen has loaded: the frame of the office, with the title of the screen if its address tells it. */
export function OfficeLoading() {
  const { pathname } = useLocation();
  const status = (
    <p className="visually-hidden" role="status">
      {officeMessages.loading}
    </p>
  );
  if (OUTSIDE.test(pathname)) return status;
  const isList = SCREEN_PATHS.includes(pathname) && !PANEL_PATHS.includes(pathname);
  const screen = SCREENS.flat().find(({ to, isInner }) => to === pathname && !isInner);
  return (
    <div className="office">
      {status}
      <header className="office-top">
        <Brand shopName={readShopName()} />
        <div className="office-bar" aria-hidden="true">
          <span className="rail-open">
            <span className="act-icon">
              <OfficeIcon name="menu" />
            </span>
          </span>
          <span className="bar-search" />
        </div>
      </header>
      <RailSkeleton />
      <main className="office-main" aria-busy="true">
        <ScreenSkeleton shape={isList ? 'list' : 'record'} title={screen ? RAIL_LABELS[screen.name] : null} />
      </main>
    </div>
  );
}

/** Returns the sentence of a loader's failure. */
function sentenceOf(error: unknown): string {
  return isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : officeMessages.unexpected;
}

function BackToToday() {
  return (
    <Link className="act" to="/today">
      {officeMessages.back(RAIL_LABELS.today)}
    </Link>
  );
}

/** An address without a screen, or of a record that is not there or that this person may not see. */
export function NotFoundState({ isError = false }: { readonly isError?: boolean }) {
  return (
    <ScreenState icon="search" title={officeMessages.notFound} text={officeMessages.notFoundText} isScreen isError={isError}>
      <BackToToday />
    </ScreenState>
  );
}

/**
 * A screen that could not be loaded. An address whose record cannot exist is refused as invalid input, which is the same to a person as
 * a record that is not there.
 */
export function OfficeErrorScreen() {
  const error = useRouteError();
  const revalidator = useRevalidator();
  const { search } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404 || (status === 400 && search === '')) return <NotFoundState isError />;
  const isLost = isRouteErrorResponse(error) ? error.statusText === NO_RESPONSE : !navigator.onLine;
  return (
    <LoadFailure
      status={isLost ? 0 : status}
      text={sentenceOf(error)}
      onRetry={() => (isRouteErrorResponse(error) ? void revalidator.revalidate() : location.reload())}
      isPending={revalidator.state === 'loading'}
      isScreen
      elsewhere={<BackToToday />}
    />
  );
}
