import { Command, InvalidArgumentError } from 'commander'

/** For tests and training: the pretend WhatsApp alone, in a process of its own. */
export const simulatorCommand = () =>
  new Command('simulator')
    .description('Play WhatsApp alone, for servers started elsewhere; prints its address as JSON')
    .option('--port <number>', 'port to listen on; 0 takes a free one', wholeNumber, 0)
    .option('--hostname <address>', 'network address to listen on', '127.0.0.1')
    .option('--seed <number>', 'decides names, numbers and chances', wholeNumber, 1)
    .option('--state <file>', 'where phones and chats are kept; else they end with the process')
    .action(async (options: { port: number; hostname: string; seed: number; state?: string }) => {
      const { runStandalone } = await import('../../src/simulator/standalone')
      await runStandalone(options)
    })

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(value)
}
