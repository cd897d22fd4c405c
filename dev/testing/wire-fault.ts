/**
 * Stands between a server process and PostgreSQL, reads the names of the statements that pass, and at one of them makes
 * something go wrong: so that a process can be killed at every step boundary without a word of it in the shop's code.
 */
import { createServer, connect as openSocket, type Socket } from 'node:net';

/**
 * `kill before`: the process ends before the statement leaves it. `kill after`: the statement is done, the process ends before
 * it hears of it. `lose answer`: the statement is done, its connection breaks, the process lives. `late`: the answer takes long.
 */
export const FAULTS = ['kill before', 'kill after', 'lose answer', 'late'] as const;
export type Fault = (typeof FAULTS)[number];

export interface ArmedFault {
  /** A statement's name, or `commit of NAME`: the commit after that statement. */
  readonly step: string;
  /** Which passage of it, from 0. */
  readonly passage: number;
  readonly fault: Fault;
}

export interface FaultyWire {
  readonly port: number;
  /** A passage of the step goes wrong, once. Null disarms. */
  arm(fault: ArmedFault | null): void;
  /** What has passed since it was last asked. */
  passed(): string[];
  /** Whether the armed fault has happened. */
  hasStruck(): boolean;
  close(): Promise<void>;
}

const INJECTED_DELAY_MS = 250;
const [BIND, QUERY, SYNC, READY] = ['B', 'Q', 'S', 'Z'].map((letter) => letter.charCodeAt(0));
const textAt = (buffer: Buffer, from: number): string => buffer.toString('utf8', from, buffer.indexOf(0, from));

/** Cuts what a socket says into messages; the first of a client has no letter before its length. */
function messagesOf(socket: Socket, hasStartup: boolean, take: (message: Buffer, isStartup: boolean) => void): void {
  let unread = Buffer.alloc(0);
  let isStartup = hasStartup;
  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const offset = isStartup ? 0 : 1;
      if (unread.length < offset + 4) return;
      const length = unread.readUInt32BE(offset) + offset;
      if (unread.length < length) return;
      const message = unread.subarray(0, length);
      unread = unread.subarray(length);
      take(message, isStartup);
      isStartup = false;
      if (socket.destroyed) return;
    }
  });
}

/** Open one. `kill` ends the process whose wire it is. */
export async function openFaultyWire(upstream: { host: string; port: number }, kill: () => void): Promise<FaultyWire> {
  let armed: ArmedFault | null = null;
  let struck = false;
  let seen = 0;
  let steps: string[] = [];
  const sockets = new Set<Socket>();

  const serve = (client: Socket): void => {
    const server = openSocket(upstream);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    let last = '';
    /** Statements come without waiting for the answers before them: so many answers were asked for, so many have come whole. */
    let asked = 0;
    let answered = 0;
    /** What happens to which answer. */
    let strike: { readonly fault: Fault; readonly at: number } | null = null;
    /** Answers that are late, and all that follow them. */
    let held: Buffer[] | null = null;

    /** The step that a message is, null for what is none. */
    const stepOf = (message: Buffer): string | null => {
      if (message[0] === BIND) {
        last = textAt(message, message.indexOf(0, 5) + 1) || 'unnamed';
        return last;
      }
      if (message[0] === QUERY && /^commit/i.test(textAt(message, 5))) return `commit of ${last}`;
      return null;
    };

    const strikes = (step: string): boolean => {
      steps.push(step);
      if (armed?.step !== step || seen++ !== armed.passage) return false;
      const { fault } = armed;
      armed = null;
      struck = true;
      if (fault === 'kill before') {
        kill();
        client.destroy();
        return true;
      }
      strike = { fault, at: asked + 1 };
      return false;
    };

    messagesOf(client, true, (message, isStartup) => {
      const step = isStartup ? null : stepOf(message);
      if (step !== null && strikes(step)) return;
      if (isStartup || message[0] === SYNC || message[0] === QUERY) asked += 1;
      server.write(message);
    });

    const pass = (message: Buffer): void => {
      if (held) held.push(message);
      else if (client.writable) client.write(message);
    };
    messagesOf(server, false, (message) => {
      const isStruck = strike !== null && answered + 1 === strike.at;
      if (message[0] === READY) answered += 1;
      if (!strike || !isStruck) return pass(message);
      if (strike.fault !== 'late') {
        // The answer is withheld; `ready for query` at its end says that the statement is done.
        if (message[0] !== READY) return;
        if (strike.fault === 'kill after') kill();
        client.destroy();
        return;
      }
      strike = null;
      held = [message];
      setTimeout(() => {
        const late = held ?? [];
        held = null;
        for (const each of late) pass(each);
      }, INJECTED_DELAY_MS);
    });
  };

  const listener = createServer(serve);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    arm(fault) {
      armed = fault;
      struck = false;
      seen = 0;
    },
    passed() {
      const before = steps;
      steps = [];
      return before;
    },
    hasStruck: () => struck,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
