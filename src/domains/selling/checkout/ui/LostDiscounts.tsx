import '#ui/styles/callout.css';
/** Coupons of the cart that do not apply to this order, each with the reason. */
export function LostDiscounts({ sentences }: { sentences: readonly string[] }) {
  return (
    <div role="status">
      {sentences.length > 0 && (
        <div className="callout">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </div>
  );
}
