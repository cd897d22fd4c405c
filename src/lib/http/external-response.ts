/**
 * Whether an answer is a page, where a service answers data: something that stands in front of it spoke (a proxy, a notice that work is
 * being done), often with 200. What was sent did not arrive.
 */
export const isPage = (answer: Response): boolean => (answer.headers.get('content-type') ?? '').startsWith('text/html');
