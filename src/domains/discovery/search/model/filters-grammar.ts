/**
 * Parses the hosted search's `filters` [SRCH-45]: ANDs of ORs of `attr:value`, `attr <op> n`, `attr:lo TO hi`, `_tags:v` or a
 * bare tag, each possibly after NOT. OR binds tighter than AND; a group of ANDs inside an OR, NOT before a group and different
 * kinds inside one OR are rejected. `<score=n>` after a value is read and has no effect.
 */
import { COMPARISONS, type Comparison, type Condition, compares, type Filter, isBetween } from '#packages/search-engine/index.ts';
import { readNumber, tagCondition, valueCondition } from './condition.ts';
import { type Token, type TokenKind, tokenise } from './filters-lexer.ts';
import { SearchError } from './search-error.ts';

type Kind = 'facet' | 'numeric' | 'tag';

interface Term {
  readonly kind: Kind;
  readonly condition: Condition;
}

type Terms = readonly (readonly Term[])[];

const FORMS: Readonly<Record<Kind, string>> = {
  facet: 'a facet filter, facet_name:facet_value',
  numeric: 'a numeric filter, numeric_name>10 or numeric_name:10 TO 20',
  tag: 'a tag filter, _tags:tag_value or tag_value',
};

/** Maximum depth of parentheses. */
const MAX_DEPTH = 16;

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Terms {
    if (this.#peek().kind === 'end') return [];
    const terms = this.#conjunction(0);
    this.#take('end', 'end of filter');
    return terms;
  }

  #peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)] as Token;
  }

  #refuse(token: Token, expected: string): never {
    const written = token.kind === 'end' ? token.text : token.kind === 'text' ? `string(${token.text})` : `'${token.text}'`;
    throw new SearchError(400, `filters: Unexpected token ${written} expected ${expected} at col ${token.at}`);
  }

  #take(kind: TokenKind, expected: string): Token {
    const token = this.#peek();
    if (token.kind !== kind || (kind === 'text' && token.text === '')) this.#refuse(token, expected);
    this.#next++;
    return token;
  }

  #conjunction(depth: number): Terms {
    const clauses = [...this.#disjunction(depth)];
    while (this.#peek().kind === 'AND') {
      this.#next++;
      for (const clause of this.#disjunction(depth)) clauses.push(clause);
    }
    return clauses;
  }

  #disjunction(depth: number): Terms {
    const first = this.#factor(depth);
    if (this.#peek().kind !== 'OR') return first;
    const factors = [first];
    while (this.#peek().kind === 'OR') {
      this.#next++;
      factors.push(this.#factor(depth));
    }
    if (factors.some((factor) => factor.length > 1)) {
      throw new SearchError(400, 'filters: filter (X AND Y) OR Z is not allowed, only (X OR Y) AND Z is allowed');
    }
    const clause = factors.flatMap((factor) => factor[0] ?? []);
    const kind = clause[0]?.kind ?? 'facet';
    if (clause.some((term) => term.kind !== kind)) {
      throw new SearchError(400, `filters: Different types are not allowed in the same OR. Expected ${FORMS[kind]}`);
    }
    return [clause];
  }

  #factor(depth: number): Terms {
    if (this.#peek().kind !== '(') return [[this.#term()]];
    if (depth === MAX_DEPTH) this.#refuse(this.#peek(), `at most ${MAX_DEPTH} parentheses inside each other`);
    this.#next++;
    const inner = this.#conjunction(depth + 1);
    this.#take(')', "')'");
    return inner;
  }

  #term(): Term {
    const negated = this.#peek().kind === 'NOT';
    if (negated) this.#next++;
    const name = this.#take('text', 'filter').text;
    if (this.#peek().kind === 'operator' && !this.#atScore()) return this.#comparison(name, negated);
    if (this.#peek().kind !== ':') {
      this.#score();
      return { kind: 'tag', condition: tagCondition(name, negated) };
    }
    this.#next++;
    const value = this.#take('text', 'string').text;
    if (this.#peek().kind === 'TO') {
      this.#next++;
      return {
        kind: 'numeric',
        condition: isBetween(name, this.#number(this.#peek(-2)), this.#number(this.#take('text', 'numeric')), negated),
      };
    }
    this.#score();
    return name === '_tags'
      ? { kind: 'tag', condition: tagCondition(value, negated) }
      : { kind: 'facet', condition: valueCondition(name, value, negated) };
  }

  #comparison(name: string, negated: boolean): Term {
    const operator = this.#take('operator', 'numeric operator').text;
    const comparison = COMPARISONS.find((each): each is Comparison => each === operator) ?? '=';
    return { kind: 'numeric', condition: compares(name, comparison, this.#number(this.#take('text', 'numeric')), negated) };
  }

  #number(token: Token): number {
    return readNumber(token.text) ?? this.#refuse(token, 'numeric');
  }

  #atScore(): boolean {
    return this.#peek().text === '<' && this.#peek(1).text === 'score' && this.#peek(2).text === '=';
  }

  #score(): void {
    if (!this.#atScore()) return;
    this.#next += 3;
    const score = this.#take('text', 'numeric');
    if (!/^\d+$/.test(score.text)) this.#refuse(score, 'numeric');
    const end = this.#take('operator', "'>'");
    if (end.text !== '>') this.#refuse(end, "'>'");
  }
}

/** Parses filters, possibly empty, to a filter of the engine. @throws SearchError (400) with reason and position */
export const parseFilters = (filters: string): Filter =>
  new Parser(tokenise(filters)).parse().map((clause) => clause.map((term) => term.condition));
