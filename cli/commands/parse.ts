import { Command } from 'commander'

/** Started by the server as a process beside it, which is killed when a file holds it. */
export const parseCommand = () =>
  new Command('parse').description('Read the files asked about on stdin').action(async () => {
    const { parsers } = await import('../../src/parsers')
    const { serveParsers } = await import('../../src/platform/parsing/worker/serve')
    await serveParsers(parsers)
  })
