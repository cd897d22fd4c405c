/** Configuration of the login client in the browser. */
export interface LoginConfig {
  /** Origin of the identity service, including the protocol [ID-6]. */
  readonly domain: string;
  readonly clientId: string;
  readonly audience: string;
  /** False if the sign-in pages are on another origin. /auth/login here then only redirects there. */
  readonly isHere: boolean;
}
