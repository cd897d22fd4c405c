/** A mail server that takes every mail: as much of SMTP as a sender needs. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface MailServer {
  readonly url: string;
  /** Mails as they came, headers and all. */
  readonly taken: readonly string[];
  stop(): Promise<void>;
}

/** What is answered to a command by its first word. */
const ANSWERS: Readonly<Record<string, string>> = {
  EHLO: '250 here',
  HELO: '250 here',
  MAIL: '250 yes',
  RCPT: '250 yes',
  DATA: '354 go on',
  RSET: '250 yes',
  QUIT: '221 bye',
};

function converse(socket: Socket, take: (mail: string) => void): void {
  let buffer = '';
  let isMail = false;
  socket.setEncoding('utf8').on('error', () => {});
  socket.write('220 here\r\n');
  socket.on('data', (text) => {
    buffer += text;
    for (;;) {
      const end = isMail ? '\r\n.\r\n' : '\r\n';
      const at = buffer.indexOf(end);
      if (at === -1) return;
      const said = buffer.slice(0, at);
      buffer = buffer.slice(at + end.length);
      if (isMail) take(said);
      const word = said.slice(0, 4).toUpperCase();
      socket.write(`${isMail ? '250 taken' : (ANSWERS[word] ?? '500 what?')}\r\n`);
      isMail = !isMail && word === 'DATA';
    }
  });
}

export async function startMailServer(): Promise<MailServer> {
  const taken: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    converse(socket, (mail) => taken.push(mail));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    async stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
