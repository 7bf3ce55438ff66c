/** Reading does no harm twice, so it survives the election of a leader. */
import { JetStreamApiError } from '@nats-io/jetstream'
import { errors } from '@nats-io/transport-node'

/** Longer than the election of a leader, of which 7.6 s have been measured. */
const TRIES_MS = 15_000
const PAUSE_MS = 100
/** Not enough servers for the replicas, as the one that leads sees it shortly after their start. */
export const NO_PEERS = 10_005

/** What `work` answers; while it answers undefined or throws, it is asked again. Throws its last error after `ms`. */
export async function retried<T>(
  work: () => Promise<T | undefined>,
  { pause = PAUSE_MS, ms = TRIES_MS }: { readonly pause?: number; readonly ms?: number } = {},
): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    let failure: unknown
    try {
      const answer = await work()
      if (answer !== undefined) return answer
    } catch (error) {
      if (isFinal(error)) throw error
      failure = error
    }
    if (performance.now() > end) throw failure ?? new Error('the servers do not have it in time')
    await Bun.sleep(pause)
  }
}

/** The servers understood and say no, or we closed the connection: asking again changes nothing. */
const isFinal = (error: unknown) =>
  error instanceof errors.ClosedConnectionError ||
  (error instanceof JetStreamApiError && error.status >= 400 && error.status < 500 && error.code !== NO_PEERS)
