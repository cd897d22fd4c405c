/** A search request that cannot be answered; the message goes to the client as it is (vendor-wire.md §2: clients read `message`). */
export class SearchError extends Error {
  readonly status: 400 | 404;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.name = 'SearchError';
    this.status = status;
  }
}
