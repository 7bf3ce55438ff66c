/** Opens the page's only socket for the signed-in user, and applies its events to the cache. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ClientFrame } from '../../../src/platform/wire'
import { type SignedInUser, sessionEnded } from '../../../src/users/contract'
import { endSession } from '../session/access'
import { currentToken, type Goodbye } from '../session/session'
import { useUser } from '../session/useUser'
import { LiveBus, on } from './bus'
import { claimsOf, freshToken } from './freshToken'
import { attachBus, refreshAll, refreshLists } from './live-query'
import { LiveSocket, type LiveState } from './socket'

type Live = {
  bus: LiveBus
  store: StateStore
  send: (frame: ClientFrame) => void
  /** Resumes a page that has stopped. */
  goOn: () => void
}

const LiveContext = createContext<Live | null>(null)

/** Wraps everything behind sign-in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const user = useUser()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a socket lives as long as its person stays signed in, whatever else changes about them
  const live = useMemo(() => createLive(user, client), [user.id, user.company.id, client])
  useEffect(() => {
    live.socket.open()
    const gone = new AbortController()
    const { signal } = gone
    const lookedAt = () => document.hidden || live.socket.lookedAt()
    addEventListener('online', () => live.socket.anew(), { signal })
    // A server on this machine or in the local network may still be reached.
    addEventListener('offline', () => live.socket.hurry(), { signal })
    addEventListener('focus', lookedAt, { signal })
    document.addEventListener('visibilitychange', lookedAt, { signal })
    return () => {
      gone.abort()
      live.socket.close()
    }
  }, [live])
  return <LiveContext value={live}>{children}</LiveContext>
}

export function useLive(): Live {
  const live = use(LiveContext)
  if (!live) throw new Error('LiveProvider is missing above this component')
  return live
}

/** Connection state; the screens show a notice while `reconnecting` or `stopped`. */
export function useLiveState(): LiveState {
  const { store } = useLive()
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Percent of what the company is away for; undefined if nobody knows. */
export function useAwayDone(): number | undefined {
  const { store } = useLive()
  return useSyncExternalStore(store.subscribe, store.getDone)
}

function createLive(user: SignedInUser, client: QueryClient) {
  const bus = new LiveBus(user.company.id)
  const store = new StateStore()
  const ended = on(sessionEnded, ({ userId, sessionId, reason }) => {
    const mine = claimsOf(currentToken() ?? '').jti
    if (userId === user.id && (mine === undefined || mine === sessionId)) endSession(goodbyes[reason])
  })
  attachBus(client, bus)
  bus.listen((event) => ended(event))
  const protocol = location.protocol === 'https:' ? 'wss' : 'ws'
  const socket = new LiveSocket({
    url: `${protocol}://${location.host}/ws/${user.company.uuidCompany.replaceAll('-', '')}?userId=${user.id}`,
    token: freshToken,
    onEvent: (frame) => bus.receive(frame),
    onResync: () => void refreshAll(client),
    onState: (state, done) => {
      // Lists fetched just before the socket joined may have missed events in between.
      if (state === 'live' && store.get() === 'joining') void refreshLists(client)
      store.set(state, done)
    },
  })
  return { bus, store, socket, send: (frame: ClientFrame) => socket.send(frame), goOn: () => socket.lookedAt() }
}

type Reason = Parameters<typeof sessionEnded>[0]['reason']
/** Signing out in another tab arrives as `revoked`, too. */
const goodbyes: Record<Reason, Goodbye> = {
  elsewhere: { isDisconnect: true },
  revoked: { ended: 'over' },
  blocked: { ended: 'blocked' },
  expedient: { outExpedient: true },
}

class StateStore {
  #state: LiveState = 'off'
  #done: number | undefined
  readonly #watchers = new Set<() => void>()
  readonly get = () => this.#state
  readonly getDone = () => this.#done
  readonly subscribe = (watcher: () => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }
  set(state: LiveState, done?: number): void {
    this.#state = state
    this.#done = done
    for (const watcher of [...this.#watchers]) watcher()
  }
}
