/**
 * The HTML inside parts of pages, learnt from pages that React rendered and put into later ones as it is: most elements of a
 * list need no rendering (docs/decisions/0057-rendering-a-page.md). The browser renders the same elements and finds them there.
 */
import type { FragmentCacheContext, KeptPart } from '#ui/CachedFragment.tsx';

/** Texts, parted where the id stands that differs from page to page. */
type Inside = readonly string[];

/** Parts that are told by words; those that are told by objects go with the objects. */
const MAX_BY_WORDS = 1_000;

/** What this process has learnt. */
class LearntHtml {
  readonly #byObject = new WeakMap<object, Map<string, Inside>>();
  readonly #byWords = new Map<string, Inside>();

  get({ of, variant }: KeptPart): Inside | undefined {
    return typeof of === 'string' ? this.#byWords.get(`${variant} ${of}`) : this.#byObject.get(of)?.get(variant);
  }

  set({ of, variant }: KeptPart, inside: Inside): void {
    if (typeof of === 'string') {
      const [oldest] = this.#byWords.size < MAX_BY_WORDS ? [] : this.#byWords.keys();
      if (oldest !== undefined) this.#byWords.delete(oldest);
      this.#byWords.set(`${variant} ${of}`, inside);
      return;
    }
    const variants = this.#byObject.get(of) ?? new Map<string, Inside>();
    this.#byObject.set(of, variants.set(variant, inside));
  }
}

const learnt = new LearntHtml();
/** Nobody outside can know it, so no text of a page looks like a mark. */
const SECRET = crypto.randomUUID();
const MARK = new RegExp(` data-kept="${SECRET} (\\d+)"`, 'g');

/** One page's view of what is known. */
export class FragmentCache implements FragmentCacheContext {
  readonly #marked: KeptPart[] = [];

  insideOf(part: KeptPart): string | null {
    return learnt.get(part)?.join(`"${part.id}"`) ?? null;
  }

  markOf(part: KeptPart): string {
    return `${SECRET} ${this.#marked.push(part) - 1}`;
  }

  /** In: a finished page. Out: the same without marks; what they marked is known from now on. */
  learn(html: string): string {
    if (this.#marked.length === 0) return html;
    for (const mark of html.matchAll(MARK)) {
      const part = this.#marked[Number(mark[1])];
      const [tag = ''] = /^\w+/.exec(html.slice(html.lastIndexOf('<', mark.index) + 1)) ?? [];
      const start = html.indexOf('>', mark.index) + 1;
      const end = html.indexOf(`</${tag}>`, start);
      const inside = html.slice(start, end).replace(MARK, '');
      if (part && end >= start) learnt.set(part, part.id === '' ? [inside] : inside.split(`"${part.id}"`));
    }
    return html.replace(MARK, '');
  }
}
