const WIDTHS = ['38%', '64%', '46%'] as const;

const LINES = ['first', 'second'] as const;

/** The shape of a cart while it is read. */
export function CartSkeleton() {
  return (
    <ul className="lines skel needs-script" aria-hidden="true">
      {LINES.map((line) => (
        <li className="line" key={line}>
          <span className="ground thumb" />
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
