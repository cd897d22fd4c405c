/** What the login client in the browser is told by the page (SPEC.md §9 "Login"). */
export interface LoginConfig {
  /** Origin of the identity service, with its protocol. */
  readonly domain: string;
  readonly clientId: string;
  readonly audience: string;
  /** False where sign-in pages are another origin's: /auth/login here then only leads there. */
  readonly isHere: boolean;
}
