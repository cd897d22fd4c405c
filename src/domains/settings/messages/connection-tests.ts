/** What tests of connections answer. */

const host = {
  unknown: (name: string) => `${name}: there is no DNS record for this name yet.`,
  noDns: (name: string, reason: string) => `${name}: the name can’t be looked up (${reason}).`,
  isPrivate: (name: string, address: string) => `${name}: its DNS record is ${address}, which only your own network can reach.`,
  certificate: (name: string, reason: string) => `${name}: DNS is ready, but the TLS certificate isn’t valid for it (${reason}).`,
  noAnswer: (name: string, address: string, reason: string) => `${name}: leads to ${address}, where nothing answers (${reason}).`,
  other: (name: string, address: string, status: number) =>
    `${name}: leads to ${address}, where something else answers, not this shop (status ${status}).`,
  ready: (name: string) => `${name}: leads to this shop.`,
} as const;

/** About a service at an address that staff entered. `name` is its host. */
const target = {
  isInternal: (name: string, address: string) =>
    `${name}: not tested, because ${address} is an address of your own network. Tests connect to public addresses only.`,
  /** For an address that is no name. */
  noAnswer: (name: string, reason: string) => `${name}: nothing answers there (${reason}).`,
  late: (name: string, seconds: number) => `${name}: didn’t answer within ${seconds} seconds. Check the address and the firewall.`,
  taken: (name: string, status: number) => `${name}: took the test (status ${status}).`,
  redirected: (name: string, status: number) =>
    `${name}: redirects to another address (status ${status}). Enter the address that it leads to.`,
  refused: (name: string, status: number, check: string) => `${name}: refused the test (status ${status}). ${check}`,
  missing: (name: string, status: number) => `${name}: has nothing there that takes the test (status ${status}). Check the path.`,
  notTaken: (name: string, status: number, check: string) => `${name}: answered, but didn’t take the test (status ${status}). ${check}`,
  isPage: (name: string, status: number) =>
    `${name}: answered with a web page (status ${status}), not as the service does. Check the address.`,
  isLimited: (name: string, status: number) => `${name}: has had too many requests (status ${status}). Try again in a few minutes.`,
  hasFailed: (name: string, status: number) => `${name}: has a problem of its own (status ${status}). Look at its log, or try again later.`,
} as const;

export const settingTestMessages = {
  noKey: 'Enter a key first.',
  noCarrier: 'Choose a carrier first.',
  noGateway: 'Choose a gateway first.',
  noAddress: 'Enter an address first.',
  noSecret: 'Enter a signing secret first.',
  noService: 'Enter a write key or a portal first.',
  host,
  target,
  failed: (reason: string) => `It didn’t work: ${reason}`,
  /** What to check where a service refuses a key, and where it takes no test. */
  checks: {
    webhookSecret: 'Check that the receiver has the same signing secret.',
    webhookType: 'Check that the receiver ignores messages of types that it doesn’t know, such as “test”.',
    reportKey: 'Check the key of the project.',
    reportUrl: 'Check that the service takes reports as Honeybadger does.',
    segmentKey: 'Check the Segment write key.',
    portal: 'Check the number of the HubSpot portal.',
  },
  /** Segment answers 200 to keys that it does not know. */
  segmentHint: 'Look for “Connection tested” in Segment’s debugger: Segment accepts unknown keys too.',
  reportTitle: 'Test report from the office. Nothing is wrong.',
  mail: {
    subject: 'Test email from your shop',
    text: 'Your shop can send email. Nothing else to do.',
    html: '<p>Your shop can send email. Nothing else to do.</p>',
  },
} as const;

/** Why a stored key is not used. */
export const keyForOtherAddress = (title: string): string => `${title}: enter it again, because it was saved for another address.`;
