/** Tabs of one site talk to each other, and take turns, through these ports. */

export interface TabChannel<Message> {
  /** Tell the other tabs. */
  tell(message: Message): void;
  /** Hear the other tabs. Returns how to stop. */
  hear(listener: (message: Message) => void): () => void;
  /** Run a piece of work that no other tab runs at the same time. */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** A tab without neighbours: for tests, and for browsers without BroadcastChannel. */
export const singleTab = <Message>(): TabChannel<Message> => ({
  tell: () => undefined,
  hear: () => () => undefined,
  alone: (work) => work(),
});

/** The channel of that name. Locks exist in secure contexts only; elsewhere two tabs may run at once. */
export function tabsChannel<Message>(name: string): TabChannel<Message> {
  if (typeof BroadcastChannel === 'undefined') return singleTab();
  const channel = new BroadcastChannel(name);
  return {
    tell: (message) => channel.postMessage(message),
    hear(listener) {
      const heard = (event: MessageEvent<Message>): void => listener(event.data);
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
    async alone(work) {
      const locks: LockManager | undefined = navigator.locks;
      return locks ? await locks.request(name, work) : work();
    },
  };
}
