import { Command } from 'commander'

/** A child process of the server, killed when a file blocks it. */
export const parseCommand = () =>
  new Command('parse').description('Read the files asked about on stdin').action(async () => {
    const { parsers } = await import('../../src/parsers')
    const { serveParsers } = await import('../../src/platform/parsing/worker/serve')
    await serveParsers(parsers)
  })
