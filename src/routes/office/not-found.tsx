import { officeMessages } from '#ui/office/messages.ts';
import { useTitle } from '#ui/office/PageHeader.tsx';
import { NotFoundState } from './OfficeStates.tsx';

export function Component() {
  useTitle(officeMessages.notFound);
  return <NotFoundState />;
}
