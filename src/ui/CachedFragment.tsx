import { type ComponentProps, createContext, use } from 'react';

export interface KeptPart {
  /** All that the inside is made of: one object, another one when anything of it changes, or words that say all of it. */
  readonly of: object | string;
  /** Which of several insides that are made of it. */
  readonly variant: string;
  /** An id that is used inside and differs from page to page; empty where there is none. */
  readonly id: string;
}

/** What the server remembers of pages that it rendered before (docs/decisions/0057-rendering-a-page.md). */
export interface FragmentCacheContext {
  /** The HTML inside a part where it is known already. */
  insideOf(part: KeptPart): string | null;
  /** A mark for an element whose inside is to be remembered; it is taken off before the page leaves. */
  markOf(part: KeptPart): string;
}

/** Only the server gives one. */
export const HtmlMemoryContext = createContext<FragmentCacheContext | null>(null);

export type KeptProps = Omit<ComponentProps<'article'>, 'id'> & {
  /** No other element of this name may stand inside. */
  readonly as: 'article' | 'footer' | 'nav' | 'ul';
  /** Null: always rendered. */
  readonly of: KeptPart['of'] | null;
  readonly variant?: string;
  readonly innerId?: string;
  readonly id?: string;
};

/** An element that the server renders once for all pages. In a browser it is like any other; nothing personal may stand in it. */
export function CachedFragment({ as, of, variant = '', innerId = '', children, ...attributes }: KeptProps) {
  // Attributes are those that all of them have.
  const Tag = as as 'article';
  const memory = use(HtmlMemoryContext);
  if (memory === null || of === null) return <Tag {...attributes}>{children}</Tag>;
  const part = { of, variant, id: innerId };
  const inside = memory.insideOf(part);
  if (inside !== null) return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: inside }} />;
  return (
    <Tag {...attributes} data-kept={memory.markOf(part)}>
      {children}
    </Tag>
  );
}
