/** Describes invalid input in sentences: the field, the problem, and what is allowed [API-10]. */

/** One issue of the schema library. */
export interface InputIssue {
  readonly path: readonly PropertyKey[];
  readonly code?: string | undefined;
  readonly message: string;
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly values?: readonly unknown[];
  readonly format?: unknown;
  readonly divisor?: unknown;
  readonly keys?: readonly string[];
}

const MAX_SENTENCES = 5;

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an email address, like name@example.com',
  url: 'a URL',
  date: 'a date, like 2026-03-01',
  datetime: 'a date and time, like 2026-03-01T09:00:00Z',
};

/** `gift.recipientEmail` → `Gift recipient email`. List items count from one. */
function labelOf(path: readonly PropertyKey[]): string {
  const text = path
    .map((part) => (typeof part === 'number' || /^\d+$/.test(String(part)) ? String(Number(part) + 1) : String(part)))
    .map((part) => part.replace(/[_.-]/g, ' ').replace(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after}`))
    .join(' ')
    .toLowerCase()
    .trim();
  return text === '' ? 'The input' : text.charAt(0).toUpperCase() + text.slice(1);
}

const unitOf = (origin: unknown): string => (origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '');

/** Returns the problem of a field without its name: `must be at least 1`. */
export function ruleOf(issue: InputIssue): string {
  const { code, message, origin } = issue;
  if (/^(must|is|has|may) /.test(message)) return message.replace(/\.$/, '');
  switch (code) {
    case 'invalid_type':
      return message.endsWith('received undefined') ? 'is missing' : `must be ${KINDS[String(issue.expected)] ?? String(issue.expected)}`;
    case 'too_small': {
      if (unitOf(origin) !== '' && Number(issue.minimum) === 1) return 'must not be empty';
      return `must ${unitOf(origin) === '' ? 'be' : 'have'} at least ${String(issue.minimum)}${unitOf(origin)}`;
    }
    case 'too_big':
      return `must ${unitOf(origin) === '' ? 'be' : 'have'} at most ${String(issue.maximum)}${unitOf(origin)}`;
    case 'invalid_value':
      return `must be ${(issue.values ?? []).map(String).join(' or ')}`;
    case 'invalid_format':
      return FORMATS[String(issue.format)] ? `must be ${FORMATS[String(issue.format)]}` : 'has characters or a form that is not allowed';
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue.divisor)}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${(issue.keys ?? []).join(', ')}`;
    default:
      return 'is not valid';
  }
}

/** `Quantity must be at least 1. Offer id is missing.` */
export const describeIssues = (issues: readonly InputIssue[]): string =>
  issues
    .slice(0, MAX_SENTENCES)
    .map((issue) => `${labelOf(issue.path)} ${ruleOf(issue)}.`)
    .join(' ');
