/** Dispatches the socket's events to listeners, and records those that arrive while a page is being fetched. */
import { type EventDefinition, wireName } from '../../../src/platform/events'
import type { ServerFrame } from '../../../src/platform/wire'

/** An untyped event; `hear` restores the type of its payload. */
export type Heard = { readonly name: string; readonly payload: Record<string, unknown> }
type Listener = (heard: Heard) => void

export class LiveBus {
  readonly #companyId: number
  readonly #listeners = new Set<Listener>()
  readonly #recordings = new Set<Heard[]>()

  constructor(companyId: number) {
    this.#companyId = companyId
  }

  /** Turns the wire's `company-3-ticket` and `{action: 'update', …}` back into `ticket.update`. */
  receive(frame: ServerFrame): void {
    const { action, part, ...payload } = frame.data
    const { event } = wireName('.', this.#companyId)
    if (!frame.event.startsWith(event) || typeof action !== 'string') return
    const name = [frame.event.slice(event.length), action, ...(typeof part === 'string' ? [part] : [])].join('.')
    const heard = { name, payload }
    for (const recording of this.#recordings) recording.push(heard)
    for (const listener of [...this.#listeners]) listener(heard)
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Starts recording; the returned function stops, and returns the events since. */
  record(): () => readonly Heard[] {
    const recording: Heard[] = []
    this.#recordings.add(recording)
    return () => {
      this.#recordings.delete(recording)
      return recording
    }
  }
}

type Payload<D> = D extends (payload: infer P) => unknown ? P : never

/** A typed ear for one event: the answer of `then` when the name fits. */
export type Ear<R> = (heard: Heard) => R | undefined

// biome-ignore lint/suspicious/noExplicitAny: any definition, whatever its payload
export function hear<D extends EventDefinition<any>, R>(
  definition: D,
  then: (payload: Payload<D>) => R | undefined,
): Ear<R> {
  // The server checks payloads against the same schema before they leave.
  return (heard) => (heard.name === definition.eventName ? then(heard.payload as Payload<D>) : undefined)
}
