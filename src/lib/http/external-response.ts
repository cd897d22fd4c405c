/**
 * Returns whether a response is an HTML page instead of data: a proxy or a maintenance page responded, often with 200, and the request was
 * not delivered.
 */
export const isPage = (response: Response): boolean => (response.headers.get('content-type') ?? '').startsWith('text/html');
