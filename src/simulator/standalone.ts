/** The simulator in a process of its own. Prints one line of JSON, `{url, origin, rootKey}`, and runs until it is terminated. */
import { requireResolvable } from '../platform/address'
import { startSimulator } from './simulator'

export type Standalone = {
  /** 0 takes a free one. */
  readonly port: number
  readonly hostname: string
  readonly seed: number
  /** File in which phones and chats are kept; without it they end with the process. */
  readonly state?: string
}

export async function runStandalone({ port, hostname, seed, state }: Standalone): Promise<void> {
  const stateFile = state === undefined ? {} : { stateFile: state }
  await requireResolvable(hostname)
  const simulator = await startSimulator({ port, hostname, seed, ...stateFile })
  const { url, origin, rootKey } = simulator
  console.log(JSON.stringify({ url, origin, rootKey }))
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
  await simulator.stop()
}
