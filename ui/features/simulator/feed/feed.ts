/** The simulator's state, sent completely at each change while anybody watches. */
import { replaceEqualDeep } from '@tanstack/react-query'
import type { SimulatorState } from '../../../../src/simulator/contract'
import { jsonLines } from '../../../shared/ndjson'
import { sessionFetch } from '../../../shared/session/access'
import { ApiError, failureOf, unreachable } from '../../../shared/session/failure'

export type View = { state: SimulatorState | null; failure: ApiError | null }

const RETRY_AFTER = 2000

export class SimulatorFeed {
  #view: View = { state: null, failure: null }
  readonly #watchers = new Set<() => void>()
  #abort: AbortController | null = null

  readonly get = () => this.#view

  /** The first subscriber opens the stream, the last one closes it. */
  readonly subscribe = (watcher: () => void) => {
    this.#watchers.add(watcher)
    if (!this.#abort) {
      this.#abort = new AbortController()
      void this.#follow(this.#abort.signal)
    }
    return () => {
      this.#watchers.delete(watcher)
      if (this.#watchers.size > 0) return
      this.#abort?.abort()
      this.#abort = null
    }
  }

  readonly retry = () => {
    this.#abort?.abort()
    this.#abort = new AbortController()
    void this.#follow(this.#abort.signal)
  }

  async #follow(signal: AbortSignal) {
    while (!signal.aborted) {
      // A stream that worked and ended is reopened without a notice: proxies close quiet connections.
      let worked = false
      try {
        for await (const line of await open(signal)) {
          worked = true
          if (!signal.aborted) this.#show({ state: this.#merged(line), failure: null })
        }
      } catch (failure) {
        if (signal.aborted) return
        if (!worked) this.#show({ ...this.#view, failure: failure instanceof ApiError ? failure : unreachable() })
        if (failure instanceof ApiError && failure.status === 404) return
      }
      if (!worked) await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER))
    }
  }

  /** Unchanged parts stay the same objects, so that only changed phones are rendered again. */
  #merged(line: unknown): SimulatorState {
    // A `StateLine`: the server builds it to that type.
    return replaceEqualDeep(this.#view.state, (line as { state: SimulatorState }).state)
  }

  #show(view: View) {
    this.#view = view
    for (const watcher of this.#watchers) watcher()
  }
}

async function open(signal: AbortSignal) {
  const answer = await sessionFetch('/api/simulator/events', { signal })
  if (!answer.ok || !answer.body) throw failureOf(answer.status, await answer.json().catch(() => null))
  return jsonLines(answer.body)
}
