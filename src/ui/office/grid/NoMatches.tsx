import { Button } from '../Button.tsx';
import { gridMessages } from '../messages.ts';
import { ScreenState } from '../ScreenState.tsx';

/** Shown where search and filters leave no rows. */
export function NoMatches({ onClear }: { readonly onClear: () => void }) {
  return (
    <ScreenState icon="search" title={gridMessages.noMatches} text={gridMessages.noMatchesText}>
      <Button onPress={onClear}>{gridMessages.clearFilters}</Button>
    </ScreenState>
  );
}
