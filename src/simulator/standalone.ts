/** The simulator in a process of its own. Prints one line of JSON, `{url, origin, rootKey}`, and stays until it is told to go. */
import { parseArgs } from 'node:util'
import { startSimulator } from './simulator'

export async function runStandalone(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      port: { type: 'string', default: '0' },
      hostname: { type: 'string', default: '127.0.0.1' },
      seed: { type: 'string', default: '1' },
      state: { type: 'string' },
    },
  })
  const { port, hostname, seed, state } = values
  const stateFile = state === undefined ? {} : { stateFile: state }
  const simulator = await startSimulator({ port: Number(port), hostname, seed: Number(seed), ...stateFile })
  const { url, origin, rootKey } = simulator
  console.log(JSON.stringify({ url, origin, rootKey }))
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
  await simulator.stop()
}
