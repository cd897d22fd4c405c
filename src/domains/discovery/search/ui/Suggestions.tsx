import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { money } from '#domains/catalogue/ui/format-price.ts';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { suggestionMessages } from '../messages/suggestions.ts';
import type { Kind } from '../model/list-shape.ts';
import type { SuggestionOption } from './suggestion-groups.ts';
import { useSuggestions } from './use-suggestions.ts';

export interface SuggestionsProps {
  readonly kind: Kind;
  readonly path: string;
  /** The search box. It keeps the focus. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onSearch: (query: string) => void;
}

/** Returns the next position in a list that wraps around; -1 is the box itself. */
const stepped = (at: number, step: number, count: number): number => ((at + 1 + step + count + 1) % (count + 1)) - 1;

/** Shows suggestions below a search box, chosen by arrow keys and Enter or by pointer. */
export default function Suggestions({ kind, path, input, onSearch }: SuggestionsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const config = useMarketConfig();
  const [query, setQuery] = useState(() => input.current?.value.trim() ?? '');
  const [isOpen, setOpen] = useState(() => document.activeElement === input.current);
  const [at, setAt] = useState(-1);
  const groups = useSuggestions(kind, path, query);
  const options = groups.flatMap((group) => group.options);
  const isDisplayed = isOpen && options.length > 0;
  const active = isDisplayed ? options[at] : undefined;

  const take = ({ leads, label }: SuggestionOption): void => {
    setOpen(false);
    if ('query' in leads) {
      if (input.current) input.current.value = label;
      onSearch(leads.query);
      return;
    }
    input.current?.blur();
    void navigate(leads.to);
  };

  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setAt(stepped(at, event.key === 'ArrowDown' ? 1 : -1, options.length));
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      take(active);
    } else if (event.key === 'Enter') {
      setOpen(false);
    } else if (event.key === 'Escape' && isDisplayed) {
      event.preventDefault();
      setOpen(false);
    }
  };
  const onPick = (event: MouseEvent): void => {
    const picked = event.target instanceof Element ? event.target.closest('[role="option"]')?.id : undefined;
    const option = options.find((each) => `${id}-${each.id}` === picked);
    if (option) take(option);
  };
  const latest = useRef({ onKey, onPick });
  useEffect(() => {
    latest.current = { onKey, onPick };
  });

  useEffect(() => {
    const box = input.current;
    if (!box) return;
    const typed = () => {
      setQuery(box.value.trim());
      setAt(-1);
      setOpen(true);
    };
    const pressed = (event: KeyboardEvent) => latest.current.onKey(event);
    const close = () => setOpen(false);
    const entered = () => setOpen(true);
    // The shopper may have typed since the state was initialised.
    setQuery(box.value.trim());
    // During rendering, the box of the previous page may still have had the focus.
    setOpen(document.activeElement === box);
    box.addEventListener('input', typed);
    box.addEventListener('keydown', pressed);
    box.addEventListener('blur', close);
    box.addEventListener('focus', entered);
    return () => {
      box.removeEventListener('input', typed);
      box.removeEventListener('keydown', pressed);
      box.removeEventListener('blur', close);
      box.removeEventListener('focus', entered);
    };
  }, [input]);

  useEffect(() => {
    // The box handles focus and keys. Pressing an option with the pointer must not move the focus.
    const listbox = list.current;
    if (!isDisplayed || !listbox) return;
    const picked = (event: MouseEvent) => latest.current.onPick(event);
    const keepFocus = (event: MouseEvent) => event.preventDefault();
    listbox.addEventListener('click', picked);
    listbox.addEventListener('mousedown', keepFocus);
    return () => {
      listbox.removeEventListener('click', picked);
      listbox.removeEventListener('mousedown', keepFocus);
    };
  }, [isDisplayed]);

  useEffect(() => {
    const box = input.current;
    if (!box) return;
    box.setAttribute('aria-autocomplete', 'list');
    if (isDisplayed) box.setAttribute('aria-controls', id);
    else box.removeAttribute('aria-controls');
    if (active) box.setAttribute('aria-activedescendant', `${id}-${active.id}`);
    else box.removeAttribute('aria-activedescendant');
  }, [input, id, isDisplayed, active]);

  return (
    <>
      <p className="visually-hidden" role="status">
        {isDisplayed ? suggestionMessages.suggestionCount(options.length) : ''}
      </p>
      {isDisplayed && (
        <div className="suggest" role="listbox" id={id} ref={list} aria-label={suggestionMessages.suggestions} tabIndex={-1}>
          {groups.map((group) => (
            <fieldset key={group.label} aria-label={group.label}>
              <p className="label text-muted" aria-hidden="true">
                {group.label}
              </p>
              {group.options.map((option) => (
                <div
                  key={option.id}
                  id={`${id}-${option.id}`}
                  className={option.offer ? `option k-${CATEGORIES[option.offer.category].kind}` : 'option'}
                  role="option"
                  aria-selected={option === active}
                  tabIndex={-1}
                >
                  {option.offer && (
                    <span className="option-pic backdrop">
                      <OfferPicture offer={option.offer} />
                    </span>
                  )}
                  <span className="option-words">
                    {option.label}
                    {option.offer && <small className="text-muted">{option.aside}</small>}
                  </span>
                  <span className="num text-muted">{option.offer ? money(option.offer.bottlePrice, config) : option.aside}</span>
                </div>
              ))}
            </fieldset>
          ))}
        </div>
      )}
    </>
  );
}
