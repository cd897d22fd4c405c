const WIDTHS = ['42%', '86%', '60%', '52%', '70%', '48%'] as const;

/** Shows a placeholder for a card while offers load. */
export function CardSkeleton() {
  const [house, name, place, price, pack, rrp] = WIDTHS.map((width) => <i key={width} style={{ width }} />);
  return (
    <div className="card skeleton" aria-hidden="true">
      <div className="backdrop">
        <div className="picture">
          <svg viewBox="0 0 320 1000" width="320" height="1000" aria-hidden="true">
            <path
              d="M120 85H200V300C200 350 271 360 271 446V962Q271 985 250 985H70Q49 985 49 962V446C49 360 120 350 120 300Z"
              fill="currentColor"
            />
          </svg>
        </div>
      </div>
      <p className="producer">{house}</p>
      <p className="name">{name}</p>
      <p className="place">{place}</p>
      <p className="price">{price}</p>
      <p className="case">{pack}</p>
      <p className="rrp">{rrp}</p>
    </div>
  );
}
