/** Shown in place of a list until it has loaded. */
import { officeMessages } from '../messages.ts';

const ROWS = Array.from({ length: 14 }, (_, row) => `row-${row}`);
const CELLS = ['box', 'number', 'date', 'name', 'state', 'amount'];

/** The title of a screen that loads. @param title null if it is not known yet */
export function TitleSkeleton({ title }: { readonly title: string | null }) {
  return (
    <div className="page-head">
      <div className="page-title">
        <h1 className={title === null ? 'visually-hidden' : ''}>{title ?? officeMessages.loading}</h1>
        {title === null && <span className="bone bone-title" aria-hidden="true" />}
      </div>
    </div>
  );
}

export function ListSkeleton({ title }: { readonly title: string | null }) {
  return (
    <div className="list-screen">
      <TitleSkeleton title={title} />
      <div aria-hidden="true">
        <div className="bone-bar">
          <span className="bone" />
          <span className="bone" />
        </div>
        {ROWS.map((row) => (
          <div key={row} className="bone-row">
            {CELLS.map((cell) => (
              <span key={cell} className="bone" />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
