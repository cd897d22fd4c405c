import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { filterMessages } from '../messages/filters.ts';

export interface FilterSheetProps {
  /** `Show 118 wines`. */
  readonly showLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows the filters on small screens in a native dialog that covers the screen. */
export default function FilterSheet({ showLabel, onClose, children }: FilterSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    <dialog className="sheet" ref={dialog} aria-labelledby="sheet-title" onClose={onClose}>
      <div className="sheet-head">
        <h2 className="heading-4" id="sheet-title">
          {filterMessages.filters}
        </h2>
        <button type="button" className="icon-button" aria-label={filterMessages.closeFilters} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div className="sheet-body">{children}</div>
      <div className="sheet-foot">
        <button type="button" className="button button-primary button-wide" onClick={close}>
          {showLabel}
        </button>
      </div>
    </dialog>
  );
}
