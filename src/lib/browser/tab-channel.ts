/** Ports for messages between tabs of one site, and for locks over them. */

export interface TabChannel<Message> {
  /** Sends a message to other tabs. */
  post(message: Message): void;
  /** Listens to other tabs. Returns an unsubscribe function. */
  onMessage(listener: (message: Message) => void): () => void;
  /** Runs work that no other tab runs at the same time. */
  runExclusive<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Creates a channel without other tabs, for tests and for browsers without BroadcastChannel. */
export const singleTab = <Message>(): TabChannel<Message> => ({
  post: () => undefined,
  onMessage: () => () => undefined,
  runExclusive: (work) => work(),
});

/** Opens the channel of a name. Locks exist in secure contexts only; elsewhere two tabs may run at once. */
export function tabsChannel<Message>(name: string): TabChannel<Message> {
  if (typeof BroadcastChannel === 'undefined') return singleTab();
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    onMessage(listener) {
      const heard = (event: MessageEvent<Message>): void => listener(event.data);
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
    async runExclusive(work) {
      const locks: LockManager | undefined = navigator.locks;
      return locks ? await locks.request(name, work) : work();
    },
  };
}
