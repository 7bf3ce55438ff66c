import { Command } from 'commander'

/** For tests and training: the pretend WhatsApp alone, in a process of its own. */
export const simulatorCommand = () =>
  new Command('simulator')
    .description('The local WhatsApp in a process of its own; prints its address as JSON')
    .allowUnknownOption()
    .argument('[options...]')
    .action(async (args: string[]) => {
      const { runStandalone } = await import('../../src/simulator/standalone')
      await runStandalone(args)
    })
