import { officeMessages } from '#ui/office/messages.ts';
import { useTitle } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';

export function Component() {
  useTitle(officeMessages.notFound);
  return <ScreenState icon="search" title={officeMessages.notFound} text={officeMessages.notFoundText} isScreen />;
}
