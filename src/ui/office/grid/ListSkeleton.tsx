/** Shown in place of a list until it has loaded. */
const ROWS = Array.from({ length: 14 }, (_, row) => `row-${row}`);
const CELLS = ['box', 'number', 'date', 'name', 'state', 'amount'];

export function ListSkeleton() {
  return (
    <div className="list-screen" aria-hidden="true">
      <div className="page-head">
        <span className="bone bone-title" />
      </div>
      {ROWS.map((row) => (
        <div key={row} className="bone-row">
          {CELLS.map((cell) => (
            <span key={cell} className="bone" />
          ))}
        </div>
      ))}
    </div>
  );
}
