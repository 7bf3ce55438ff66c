import { Command, InvalidArgumentError } from 'commander'

const steering = `
It is controlled over the port that it prints as "origin":
  POST <origin>/control/command  one command, such as {"do":"addPhone","phone":"5511987654321","name":"Ana","role":"customer"};
                                 then scan, say, sendMedia, setFault, crowd, day, books … (an unknown one is answered with a list of all)
  GET  <origin>/control/state    the whole state; /control/events sends it again after each change
  GET  <origin>/control/trace    what was on the wires: ?who=<phone>&newest=<lines>`

/** For tests and training: runs only the simulated WhatsApp. */
export const simulatorCommand = () =>
  new Command('simulator')
    .description('Run only the simulated WhatsApp, for servers in other processes; prints its address as JSON')
    .option('--port <number>', 'port to listen on; 0 takes a free one', portNumber, 0)
    .option('--host <address>', 'network address to listen on', '127.0.0.1')
    .option('--seed <number>', 'seed for names, numbers and randomness', wholeNumber, 1)
    .option('--state <file>', 'where to store phones and chats; otherwise they are lost at exit')
    .option('--json', 'print JSON (always on)')
    .addHelpText('after', steering)
    .action(async ({ host, ...options }: { port: number; host: string; seed: number; state?: string }) => {
      const { runStandalone } = await import('../../src/simulator/standalone')
      await runStandalone({ ...options, hostname: host })
    })

function portNumber(value: string): number {
  const port = wholeNumber(value)
  if (port > 65535) throw new InvalidArgumentError('It must be at most 65535.')
  return port
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(value)
}
