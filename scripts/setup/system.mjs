// Supported systems and the Node version they need.

/** Systems where npm installs the shop's own Node, so that any Node that npm runs on can run setup. */
const WITH_OWN_NODE = ['linux-x64', 'linux-arm64', 'win32-x64'];
const FIRST_STEP = [20, 19];
/** On other systems the installed Node runs everything. Its version must run TypeScript and meet the router's requirement. */
const EVERYTHING = [22, 22];

/** Throws an error with a message for the user if the shop cannot run on this system. */
export function refuseUnfitSystem() {
  const ownNode = WITH_OWN_NODE.includes(`${process.platform}-${process.arch}`);
  const [major, minor] = ownNode ? FIRST_STEP : EVERYTHING;
  const [ours, oursMinor] = process.versions.node.split('.').map(Number);
  if (ours < major || (ours === major && oursMinor < minor)) {
    throw new Error(
      `The shop needs Node ${major}.${minor} or newer${ownNode ? ' to start' : ` on ${process.platform}`}, and this is Node ${process.versions.node}. ` +
        'Install a newer one from https://nodejs.org and run the command again.',
    );
  }
  if (process.platform === 'linux' && usesMusl()) {
    throw new Error(
      'The shop needs a Linux with glibc (Debian, Ubuntu, Fedora, …); this one has musl, as Alpine does. In a container, use node:24-slim.',
    );
  }
}

function usesMusl() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime === undefined;
}
