/** A state in words and colour. */
export type Tone = 'plain' | 'good' | 'wait' | 'info' | 'bad';

export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: string }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

/** A tag that staff gave a record. */
export function TagBadge({ children }: { readonly children: string }) {
  return <span className="badge badge-plain badge-tag">{children}</span>;
}
