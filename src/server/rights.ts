/** Recomputes the rights of open sockets when they change, and closes sockets with their session. */

import type { Actor } from '../actor'
import type { Databases } from '../platform/databases'
import { on, type Subscriber } from '../platform/extensions'
import type { Hub } from '../platform/hub'
import type { Listener } from '../platform/listeners'
import type { Log } from '../platform/log'
import { othersMark, othersMarkOf, type ReadRaw } from '../platform/sqlite'
import { SECOND } from '../platform/time'
import { SERVED_AGAIN, SESSION_OVER } from '../platform/wire'
import { settingChanged } from '../settings/actions'
import type { CompanyNews } from '../tenancy/news'
import type { Auth } from '../users/auth'
import { allRightsChanged, rightsChanged } from '../users/rights'

type RecheckDeps = {
  readonly hub: Hub
  readonly auth: Pick<Auth, 'recheck'>
  readonly databases: Pick<Databases, 'isAvailable'>
}

/** Recomputes the rights of matching sockets and closes those whose session is over. */
export function recomputeRights({ hub, auth, databases }: RecheckDeps, matches: (listener: Listener) => boolean) {
  for (const listener of hub.all().filter(matches)) {
    // Its sessions are wherever the company is: the page connects again, and nobody is signed out.
    if (!databases.isAvailable(listener.actor.tenantUuid)) {
      hub.close(listener, SERVED_AGAIN, 'company unavailable')
      continue
    }
    const actor = auth.recheck(listener.actor)
    if (!actor || isNewlyOverdue(listener.actor, actor)) endSocket(hub, listener)
    else hub.changeActor(listener, actor)
  }
}

/** The page then refreshes its session and learns the reason. */
const isNewlyOverdue = (before: Actor, now: Actor): boolean => now.isOverdue && !before.isOverdue

/** Closes every socket of a session that is over. */
export function endSocketsOf(hub: Hub, sessionId: string) {
  for (const listener of hub.all()) if (listener.actor.sessionId === sessionId) endSocket(hub, listener)
}

export function endSocketsOfCompany(hub: Hub, companyId: number) {
  for (const listener of hub.of(companyId)) endSocket(hub, listener)
}

const endSocket = (hub: Hub, listener: Listener) => hub.close(listener, SESSION_OVER, 'session over')

type Recheck = (matches: (listener: Listener) => boolean) => void

/** Includes settings, which also change rights. */
export const rightsSubscribers = (hub: Pick<Hub, 'startAnew'>, recheck: () => Recheck): readonly Subscriber[] => [
  on(rightsChanged, 'afterCommit', ({ tenant }, { userIds }) =>
    recheck()(({ actor }) => actor.tenantUuid === tenant.uuid && userIds.includes(actor.userId)),
  ),
  on(allRightsChanged, 'afterCommit', ({ tenant }) => {
    recheck()(({ actor }) => actor.tenantUuid === tenant.uuid)
    hub.startAnew(tenant)
  }),
  on(settingChanged, 'afterCommit', ({ tenant }) => recheck()(({ actor }) => actor.tenantUuid === tenant.uuid)),
]

/** Tables of control.db that say who may do what. */
const DECISIVE = ['companies', 'plans', 'support_grants', 'former_sessions']

/** Polling takes microseconds but wakes the process, so it stops while no page is open. */
const LOOK_EVERY = SECOND / 2

type FollowDeps = {
  readonly hub: Hub
  readonly databases: Pick<Databases, 'control' | 'isOpen' | 'tenant'>
  readonly log: Log
  readonly companyNews: CompanyNews
  recheckSockets(matches: (listener: Listener) => boolean): void
}

/**
 * Applies changes that CLI commands make to sessions, users and companies, by polling database files for writes.
 * Expirations, and companies whose file is closed, are left to the regular check of all sockets.
 */
export function createFollower({ hub, databases, log, companyNews, recheckSockets }: FollowDeps) {
  const marks = new WeakMap<ReadRaw, number>()
  let next: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const isWritten = ({ $client }: { readonly $client: ReadRaw }, tables?: readonly string[]): boolean => {
    const [before, now] = [marks.get($client), tables ? othersMarkOf($client, tables) : othersMark($client)]
    marks.set($client, now)
    return before !== now
  }

  function look() {
    companyNews.look()
    const companies = new Set(hub.all().map(({ actor }) => actor.tenantUuid))
    const written = [...companies].filter((uuid) => databases.isOpen(uuid) && isWritten(databases.tenant(uuid)))
    if (isWritten(databases.control, DECISIVE)) recheckSockets(() => true)
    else if (written.length > 0) recheckSockets(({ actor }) => written.includes(actor.tenantUuid))
  }

  function follow() {
    next = undefined
    if (isOver || hub.size() === 0) return
    try {
      look()
    } catch (error) {
      log.error({ err: error }, 'could not recheck the rights of open pages')
    }
    next = setTimeout(follow, LOOK_EVERY)
    next.unref()
  }

  return {
    /** Polls while any page is open. */
    follow() {
      if (!next) follow()
    },
    stop() {
      isOver = true
      clearTimeout(next)
    },
  }
}
