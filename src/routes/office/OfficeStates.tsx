/** What the office shows while it loads and where a screen fails. */
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { Button } from '#ui/office/Button.tsx';
import { ListSkeleton } from '#ui/office/grid/ListSkeleton.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { ScreenState } from '#ui/office/ScreenState.tsx';

/** Shown until the first screen has loaded. */
export function OfficeLoading() {
  return (
    <div className="office">
      <p className="visually-hidden" role="status">
        {officeMessages.loading}
      </p>
      <div className="office-main">
        <ListSkeleton />
      </div>
    </div>
  );
}

/** Returns the sentence of a loader's failure. */
function sentenceOf(error: unknown): string {
  return isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : officeMessages.unexpected;
}

/** A screen that could not be loaded. 404 and 403 say what happened; everything else offers another attempt. */
export function OfficeErrorScreen() {
  const error = useRouteError();
  const revalidator = useRevalidator();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404)
    return <ScreenState icon="search" title={officeMessages.notFound} text={officeMessages.notFoundText} isScreen isError />;
  if (status === 403) return <ScreenState icon="staff" title={officeMessages.noPermission} text={sentenceOf(error)} isScreen isError />;
  return (
    <ScreenState icon="warning" title={officeMessages.somethingWrong} text={sentenceOf(error)} isScreen isError>
      <Button
        icon="refresh"
        onPress={() => (isRouteErrorResponse(error) ? void revalidator.revalidate() : location.reload())}
        isPending={revalidator.state === 'loading'}
      >
        {officeMessages.tryAgain}
      </Button>
    </ScreenState>
  );
}
