/**
 * Starts the database cluster of docs/guides/high-availability.md on this machine, to practise on: `node tests/operations/start-cluster.ts`
 * as root. Reads commands from the terminal until Ctrl+C.
 */
import { createInterface } from 'node:readline/promises';
import { startDatabaseCluster } from './database-cluster.ts';
import { addressOf, NODES } from './node-network.ts';

const cluster = await startDatabaseCluster();
/** What one can do to a node. */
const COMMANDS: Readonly<Record<string, (node: string) => Promise<unknown>>> = {
  kill: cluster.kill,
  start: cluster.start,
  pause: cluster.pause,
  resume: cluster.resume,
  disconnect: cluster.disconnect,
  connect: cluster.connect,
  isolate: cluster.isolate,
  rejoin: cluster.rejoin,
  'kill-etcd': cluster.killEtcd,
  'start-etcd': cluster.startEtcd,
  'delete-data': cluster.deleteData,
};

console.log(`The cluster is ready.
  Leader, through HAProxy:  ${cluster.connectionString}
  The same, by PgBouncer:   ${cluster.poolerConnectionString}
  Nodes:                    ${NODES.map((node) => `${node} ${addressOf(node)}`).join(', ')}
  State:                    ${cluster.patronictl} list
Type a command and a node, such as "kill node1": ${Object.keys(COMMANDS).join(', ')}. Ctrl+C ends everything.`);

const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' });
terminal.once('SIGINT', () => terminal.close());
process.once('SIGINT', () => terminal.close());
process.once('SIGTERM', () => terminal.close());
terminal.prompt();
for await (const line of terminal) {
  const [command = '', node = ''] = line.trim().split(/\s+/);
  const act = COMMANDS[command];
  if (act && NODES.some((each) => each === node))
    await act(node).then(
      () => console.log('Done.'),
      (error: unknown) => console.log(String(error)),
    );
  else if (line.trim() !== '') console.log('This is not a command and a node.');
  terminal.prompt();
}
console.log('Stopping the nodes …');
await cluster.stop();
process.exit();
