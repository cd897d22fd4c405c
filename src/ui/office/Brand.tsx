/** The mark of the office with the name of the shop. */
export function Brand({ shopName }: { readonly shopName: string }) {
  return (
    <p className="office-brand">
      <svg viewBox="0 0 19 28" aria-hidden="true">
        <path d="M.75 27.25V9.5a8.75 8.75 0 0 1 17.5 0v17.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M9.5 2.5a7 7 0 0 1 7 7v17.75h-7Z" fill="var(--accent)" />
        <path d="M9.5 2.5C5.5 3 3 5.5 3 9.5V28l6.5-1.8Z" fill="currentColor" />
      </svg>
      {shopName}
    </p>
  );
}
