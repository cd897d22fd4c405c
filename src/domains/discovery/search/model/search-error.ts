/** Rejects a search request. Clients read its `message` [SRCH-36]. */
export class SearchError extends Error {
  readonly status: 400 | 404;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.name = 'SearchError';
    this.status = status;
  }
}
