/** Dispatches the socket's events to listeners, and records those that arrive while a page is fetched. */
import { type EventDefinition, thingOf } from '../../../src/platform/events'
import type { ServerFrame } from '../../../src/platform/wire'

/** An untyped event; `on` restores the type of its payload. */
export type ReceivedEvent = { readonly name: string; readonly payload: Record<string, unknown> }
type Listener = (received: ReceivedEvent) => void

export class LiveBus {
  readonly #companyId: number
  readonly #listeners = new Set<Listener>()
  readonly #recordings = new Set<ReceivedEvent[]>()

  constructor(companyId: number) {
    this.#companyId = companyId
  }

  /** Turns the wire's `company-3-ticket` and `{action: 'update', …}` back into `ticket.update`. */
  receive(frame: ServerFrame): void {
    const { action, part, ...payload } = frame.data
    const thing = thingOf(frame.event, this.#companyId)
    if (thing === undefined || typeof action !== 'string') return
    const name = [thing, action, ...(typeof part === 'string' ? [part] : [])].join('.')
    const received = { name, payload }
    for (const recording of this.#recordings) recording.push(received)
    for (const listener of [...this.#listeners]) listener(received)
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Starts recording; the returned function stops and returns the recorded events. */
  record(): () => readonly ReceivedEvent[] {
    const recording: ReceivedEvent[] = []
    this.#recordings.add(recording)
    return () => {
      this.#recordings.delete(recording)
      return recording
    }
  }
}

type Payload<D> = D extends (payload: infer P) => unknown ? P : never

/** Handles one kind of event: returns what `then` returns, or undefined for any other event. */
export type EventHandler<R> = (received: ReceivedEvent) => R | undefined

// biome-ignore lint/suspicious/noExplicitAny: any definition, whatever its payload
export function on<D extends EventDefinition<any>, R>(
  definition: D,
  then: (payload: Payload<D>) => R | undefined,
): EventHandler<R> {
  // The server checks payloads against the same schema before they leave.
  return (received) => (received.name === definition.eventName ? then(received.payload as Payload<D>) : undefined)
}
