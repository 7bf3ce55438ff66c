/** The rights of open sockets: recomputed when they change, and ended with the session. */
import type { Auth } from '../access/auth'
import { rightsChanged } from '../access/rights'
import { on, type Subscriber } from '../platform/extensions'
import type { Hub } from '../platform/hub'
import type { Listener } from '../platform/listeners'
import { SESSION_OVER } from '../platform/wire'
import { settingChanged } from '../settings/actions'

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

type Recheck = (whom: (listener: Listener) => boolean) => void

/** Settings change rights as well. */
export const rightsSubscribers = (recheck: () => Recheck): readonly Subscriber[] => [
  on(rightsChanged, 'afterCommit', ({ tenant }, { userIds }) =>
    recheck()(({ actor }) => actor.tenantUuid === tenant.uuid && userIds.includes(actor.userId)),
  ),
  on(settingChanged, 'afterCommit', ({ tenant }) => recheck()(({ actor }) => actor.tenantUuid === tenant.uuid)),
]
