/** What is added to a node after it has begun: by others, and by the server, which opens later. */

import type { Effect } from '../../fleet/placement/company-state'
import type { NodeNameTaken } from '../../fleet/placement/lease'
import type { Log } from '../../platform/log'
import type { Server } from '../server'
import type { AskOwner } from './control-asking'
import type { FleetMediaDeps } from './media'
import type { Parting } from './product'

export type NodeHooks = ReturnType<typeof createHooks>

export function createHooks() {
  const tooOld = Promise.withResolvers<never>()
  tooOld.promise.catch(() => {}) // after the start nobody waits for it
  const hooks = {
    askControl: (async () => Promise.reject(new Error('this node cannot ask others yet'))) as AskOwner,
    askMedia: (async () => undefined) as FleetMediaDeps['askNode'],
    askLoads: (async () => []) as (node: string) => Promise<unknown>,
    /** This program needs more steps of control.db than the copy has. */
    bringControl: () => {},
    /** Rejects when control.db has steps that this program must not read. */
    tooOld,
    /** Why control.db does not come here yet. */
    obstacle: '',
    setObstacle(why: string) {
      hooks.obstacle = why
    },
    uploaded: (_company: string, _share: number) => {},
    ownersChanged: new Set<(company?: string) => void>(),
    partings: new Set<Parting>(),
    arrivals: new Set<(company: string) => void>(),
    left: Promise.withResolvers<void>(),
    server: undefined as Server | undefined,
    /** Undefined if the server never opens. */
    attached: Promise.withResolvers<Server | undefined>(),
  }
  return hooks
}

/** What placement tells of. */
export const noticesFor = (hooks: NodeHooks, log: Log) => ({
  ownersChanged(company?: string) {
    for (const call of hooks.ownersChanged) call(company)
  },
  returning: (company: string, to: string) =>
    log.info({ tenant: company, to }, 'a company goes back to the node that had it before'),
  leaseLost: (why: string) =>
    log.error({ why }, 'this node lost its lease: it lets go of all companies, and comes back'),
  left() {
    log.info('this node has given everything away, and leaves the fleet')
    hooks.left.resolve()
  },
  notHandedOver: (companies: number) =>
    log.warn(
      { companies },
      'the log did not take all companies in time: this node ends without handing them over, and others take them in some seconds',
    ),
  refused: (why: NodeNameTaken) => log.fatal({ err: why }, 'this node cannot come back until the other process ends'),
  failed: (company: string, effect: Effect, error: unknown) =>
    log.error({ err: error, tenant: company, effect }, 'a step of a company failed'),
})
