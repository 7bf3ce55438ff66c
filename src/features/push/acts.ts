/**
 * What the button of a notification does while no page is open. The worker has no session: the notification brings a key, encrypted
 * for its device, which takes one conversation once, as long as the device is registered and with its person's present rights.
 */

import * as v from 'valibot'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { Id, text } from '../../platform/formats'
import { CONTROL } from '../../platform/gate'
import { showsOnly } from '../../platform/http'
import { createAllowance } from '../../platform/limiter'
import type { RouteServices } from '../../platform/module'
import { type CompanyLink, type LinkKind, openLink, sealLink } from '../../platform/sealed-link'
import { execute } from '../../platform/sql'
import { MINUTE, SECOND } from '../../platform/time'
import { findCompanyByUuid } from '../../tenancy/companies'
import { isOverdue, isPaused } from '../../tenancy/standby'
import { changeTicket } from '../../tickets/moves/actions'
import { findVisibleTicket } from '../../tickets/queries'
import { findActor } from '../../users/people'
import { pushErrors } from './errors'
import { findDevice } from './queries'
import type { StoredDevice, StoredNotice } from './tables'

/** The purpose of the encryption. */
export const PUSH_ACTS = 'push-acts'
const ACTS_A_MINUTE = 30

const Key = v.object({ company: text(64), device: Id, act: Id, ticket: Id, until: v.number() })
type Key = v.InferOutput<typeof Key>
const KEY = { label: 'act', most: 400, schema: Key } satisfies LinkKind<typeof Key>

/** In a transaction. A later notification in the place of this one ends it. */
export function createActKey(
  cx: Cx,
  encryption: Encryption,
  { id: device }: Pick<StoredDevice, 'id'>,
  { tag, expiresAt: until }: Pick<StoredNotice, 'tag' | 'expiresAt'>,
  ticket: number,
): string {
  execute(cx.db, 'DELETE FROM push_acts WHERE device_id = ? AND (tag = ? OR expires_at <= ?)', [device, tag, cx.now()])
  const { lastInsertRowid } = execute(
    cx.db,
    'INSERT INTO push_acts (device_id, tag, ticket_id, expires_at) VALUES (?, ?, ?, ?)',
    [device, tag, ticket, until],
  )
  return sealLink(encryption, KEY, { company: cx.tenant.uuid, device, act: Number(lastInsertRowid), ticket, until })
}

const keyOf = (encryption: Encryption, request: Request): Key | undefined =>
  openLink(encryption, KEY, /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '')

export const actKeys: CompanyLink = {
  path: /^\/api\/push\/acts$/,
  purpose: PUSH_ACTS,
  companyOf: (encryption, request) => keyOf(encryption, request)?.company,
}

type Deps = Pick<RouteServices, 'databases' | 'clock' | 'cxOf'> & { readonly encryption: Encryption }

/** Admits those who have a key. Any other gets the same answer, whatever is wrong. */
export function createActDoor({ databases, clock, cxOf, encryption }: Deps) {
  const allowance = createAllowance(clock, { most: ACTS_A_MINUTE, window: MINUTE })

  const keyIn = (request: Request): Key | undefined => keyOf(encryption, request)

  async function admit(request: Request) {
    const key = keyIn(request)
    showsOnly(request, CONTROL)
    const company = key && findCompanyByUuid(databases.control, key.company)
    if (!key || !company?.active || key.until <= clock()) fail(pushErrors.ERR_PUSH_ACT)
    databases.requireAvailable(company.uuid)
    const wait = allowance.take(`${key.company} ${key.device}`)
    if (wait > 0) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: Math.ceil(wait / SECOND) })
  }

  return {
    admit,
    /** Takes the conversation of an admitted request. Returns its page. */
    take(request: Request): { path: string } {
      const key = keyIn(request) ?? fail(pushErrors.ERR_PUSH_ACT)
      showsOnly(request, key.company, CONTROL)
      const cx = cxOf(key.company)
      return { path: takeTicket(cx, spend(cx, key), key.ticket) }
    },
  }
}

/** It is used up, whether the conversation can be taken or not. Returns the person of the device. */
function spend(cx: Cx, { act, device: deviceId, ticket }: Key): Actor {
  const { changes } = execute(cx.db, 'DELETE FROM push_acts WHERE id = ? AND device_id = ? AND ticket_id = ?', [
    act,
    deviceId,
    ticket,
  ])
  const device = changes > 0 ? findDevice(cx.db, deviceId) : undefined
  const actor = device && findActor(cx.db, device.userId, cx.tenant, device.sessionId, isOverdue(cx))
  if (!actor) fail(pushErrors.ERR_PUSH_ACT)
  if (actor.isOverdue) fail('ERR_SUBSCRIPTION_EXPIRED')
  if (isPaused(cx)) fail('ERR_TENANT_UNAVAILABLE')
  return actor
}

/** A waiting one is accepted, a colleague's is transferred. */
function takeTicket(cx: Cx, actor: Actor, ticketId: number): string {
  const { uuid, status, userId } = findVisibleTicket(cx.db, actor, ticketId)
  const isOwn = status === 'open' && userId === actor.userId
  if (!isOwn)
    changeTicket(
      cx,
      actor,
      ticketId,
      status === 'open'
        ? { want: 'transfer', userId: actor.userId, queueId: null, comment: '' }
        : { want: 'accept', queueId: null },
    )
  return `/tickets/${uuid}`
}
