/** Programs of imports, which run in processes of their own and end with the process of the shop. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface ProgramOptions {
  /** Begins the message of an error. */
  readonly failure: string;
  /** Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface ChildProcesses {
  /**
   * Runs a program with Node.js and waits until it has ended. Does nothing once the shop stops. A program that the shop stopped has not
   * failed: it goes on in the next process, as after a crash.
   * @param args path of the program and its arguments
   * @throws Error with its output if it failed or was killed
   */
  run(args: readonly string[], options: ProgramOptions): Promise<void>;
  /** Sends SIGTERM to every program and waits until all have ended. Later ones are not started. */
  stop(): Promise<void>;
}

export function createChildProcesses(): ChildProcesses {
  const running = new Map<ChildProcess, Promise<void>>();
  let isStopping = false;

  const start = (args: readonly string[], { failure, env = process.env }: ProgramOptions): Promise<void> => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
    const ended = new Promise<void>((resolve, reject) => {
      let output = '';
      child.stderr.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString('utf8')).slice(-2_000);
      });
      child.on('error', reject);
      child.on('close', (code) => (code === 0 || isStopping ? resolve() : reject(new Error(`${failure}: ${output.trim()}`))));
    }).finally(() => running.delete(child));
    running.set(child, ended);
    return ended;
  };
  return {
    run: async (args, options) => {
      if (!isStopping) await start(args, options);
    },
    async stop() {
      isStopping = true;
      for (const child of running.keys()) child.kill('SIGTERM');
      await Promise.allSettled(running.values());
    },
  };
}
