/**
 * What Meta tells of a person who signed in here: they removed the app, or want their data deleted. We keep of them the
 * access to their pages, which ends; what customers wrote belongs to the companies.
 */

import type { Services } from '../../../platform/module'
import { newToken } from '../../../platform/secret'
import { findConnection } from '../../connections/queries'
import { closeDeletion, listConnectionsOf, listOpenDeletions, storeDeletion } from './people'

type Deps = Pick<Services, 'databases' | 'cxOf' | 'sessions' | 'meta' | 'clock' | 'log'>

/** Their connections wait for another sign-in. */
export function endAccessOf({ databases, meta }: Deps, userId: string): void {
  for (const ref of listConnectionsOf(databases.control, userId))
    if (databases.isAvailable(ref.tenantUuid)) meta.trouble(ref, { status: 'DISCONNECTED', reason: 'tokenEnded' })
}

/** Returns the code by which the person can look up the state. */
export function requestDeletion(deps: Deps, userId: string): string {
  const code = newToken()
  storeDeletion(deps.databases.control, code, userId, deps.clock())
  endAccessOf(deps, userId)
  finishDeletions(deps).catch((error: unknown) => deps.log.error({ err: error }, 'meta: a deletion failed'))
  return code
}

/** Forgets the tokens of people who asked for it. What fails is tried again. */
export async function finishDeletions(deps: Deps): Promise<void> {
  const { databases, cxOf, sessions, clock } = deps
  for (const { code, userId } of listOpenDeletions(databases.control)) {
    for (const { tenantUuid, connectionId } of listConnectionsOf(databases.control, userId)) {
      const cx = cxOf(tenantUuid)
      if (findConnection(cx.db, connectionId)) await sessions.disconnect(cx, connectionId)
    }
    closeDeletion(databases.control, code, clock())
  }
}
