/** Responses that are produced while they are sent. */
import type { Wait } from './gate'

/**
 * Pulled as fast as the client reads. Each part waits for commits from before it was there, which it may show: the head of
 * the response has left long ago. Disconnecting aborts `leaving`, for a source that waits, and ends the source.
 */
export function asStream(
  source: AsyncGenerator<Uint8Array>,
  wait: Wait,
  leaving?: AbortController,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await source.next()
      const acknowledged = wait()
      if (acknowledged) await acknowledged
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      leaving?.abort()
      await source.return(undefined)
    },
  })
}

/** JSON lines, each sent as soon as there is one. Proxies are asked not to collect them. */
export function streamLines(source: AsyncGenerator<object>, wait: Wait, leaving: AbortController): Response {
  const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  return new Response(asStream(encoded(source), wait, leaving), { headers })
}

const encoder = new TextEncoder()
async function* encoded(source: AsyncGenerator<object>) {
  for await (const line of source) yield encoder.encode(`${JSON.stringify(line)}\n`)
}
