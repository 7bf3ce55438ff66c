/** Bodies of requests and answers on their way between nodes. Nothing is read before it is wanted. */

/** The runtime sends a PUT or DELETE again by itself if a kept connection breaks, unless its body is a stream. */
export const sentOnce = (bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes)
      controller.close()
    },
  })

type Watch = {
  /** Another part was read. */
  readonly moved?: () => void
  /** It was read to its end, has broken off, or is not wanted any more. */
  readonly ended?: () => void
}

/** What breaks off does so for the reader, too: it must not take what has come for the whole. */
export function passOn(body: ReadableStream<Uint8Array>, { moved, ended }: Watch): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          moved?.()
          if (!done) return controller.enqueue(value)
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        ended?.()
      },
      cancel(reason) {
        ended?.()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
