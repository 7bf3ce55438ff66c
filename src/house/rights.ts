/** The rights of open sockets: recomputed when they change, and ended with the session. */
import type { Auth } from '../access/auth'
import type { Hub } from '../platform/hub'
import type { Listener } from '../platform/listeners'
import { SESSION_OVER } from '../platform/wire'

/** Recomputes the rights of these sockets, and closes those whose session is over. */
export function recomputeRights(hub: Hub, auth: Pick<Auth, 'recheck'>, whom: (listener: Listener) => boolean) {
  for (const listener of hub.all().filter(whom)) {
    const actor = auth.recheck(listener.actor)
    if (actor) hub.changeActor(listener, actor)
    else endSocket(listener)
  }
}

/** Closes every socket of a session that is over. */
export function endSocketsOf(hub: Hub, sessionId: string) {
  for (const listener of hub.all()) if (listener.actor.sessionId === sessionId) endSocket(listener)
}

const endSocket = (listener: Listener) => listener.close(SESSION_OVER, 'session over')
