const WIDTHS = ['38%', '64%', '46%'] as const;

const TOTALS = { delivery: '52%', cases: '100%', fee: '100%', total: '78%' } as const;

const LINES = ['first', 'second'] as const;

/** Placeholder of the lines while the cart is read. */
export function CartSkeleton() {
  return (
    <ul className="lines skeleton needs-script" aria-hidden="true">
      {LINES.map((line) => (
        <li className="line" key={line}>
          <span className="backdrop thumb" />
          <div className="line-main">
            {WIDTHS.map((width) => (
              <i key={width} style={{ width }} />
            ))}
          </div>
          <p className="line-sum">
            <i style={{ width: '72px' }} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Placeholder of the totals, so that the lines do not move when the cart arrives. */
export function CartSideSkeleton() {
  return (
    <div className="cart-side skeleton needs-script" aria-hidden="true">
      <div className="cart-box">
        {Object.entries(TOTALS).map(([name, width]) => (
          <i key={name} style={{ width }} />
        ))}
      </div>
    </div>
  );
}
