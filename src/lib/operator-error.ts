/** Base class of errors whose message is written for the person who runs the shop: printed without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
