/** Looks up numbers at the messenger, over the default connection and with a quota per person. */
import type { Address } from '../contacts/address'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { createAllowance } from '../platform/limiter'
import { type Clock, MINUTE, SECOND } from '../platform/time'
import type { Channel, ConnectionRef, FoundByUsername } from './channel'
import { findDefaultConnection } from './connections/queries'
import type { Sessions } from './sessions/sessions'

/** Per person or API token, because the messenger stops answering accounts that query too often. */
const LOOK_UPS = { most: 30, window: MINUTE }

/** Who asks: the quota is theirs. */
export type Asker = { readonly tenantId: number; readonly userId: number | string }

export type NumberLookUp = ReturnType<typeof createNumberLookUp>

type Parts = { readonly clock: Clock; readonly channel: Channel; readonly sessions: Pick<Sessions, 'canSend'> }
/** Stores what the messenger answered with the contact who has the number already. */
type Learn = (cx: Cx, addresses: readonly Address[]) => void

export function createNumberLookUp({ clock, channel, sessions }: Parts, learn: Learn) {
  const allowance = createAllowance(clock, LOOK_UPS)
  const waitOf = ({ tenantId, userId }: Asker) => allowance.take(`${tenantId}/${userId}`)

  function openConnection(cx: Cx): ConnectionRef | undefined {
    const connection = findDefaultConnection(cx.db)
    const isOpen = connection && sessions.canSend(cx, connection.id)
    return isOpen ? { tenantUuid: cx.tenant.uuid, connectionId: connection.id } : undefined
  }

  async function lookUpOne(ref: ConnectionRef, number: string): Promise<readonly Address[] | null> {
    const found = (await channel.lookUp(ref, [number])).get(number)
    if (found === undefined) throw new Error('the messenger says nothing of a number')
    return found
  }

  return {
    /**
     * The addresses of a number, with the messenger's own form of it. Fails with ERR_CHECK_NUMBER when it has no
     * account. The number is stored as typed and unchecked without an open connection, without an answer, or above the
     * quota; then the first message shows whether it exists.
     */
    async check(cx: Cx, actor: Asker, number: string): Promise<readonly Address[]> {
      const ref = waitOf(actor) > 0 ? undefined : openConnection(cx)
      if (!ref) return []
      const found = await lookUpOne(ref, number).catch(() => [])
      if (found) learn(cx, found)
      return found ?? fail('ERR_CHECK_NUMBER', [{ field: 'number', message: number }])
    },

    /**
     * As `lookUp`, but returns null when there is no such account, and fails without an open connection or above the
     * quota.
     */
    async lookUp(cx: Cx, actor: Asker, number: string): Promise<readonly Address[] | null> {
      const wait = waitOf(actor)
      if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / SECOND) })
      const ref = openConnection(cx) ?? fail('ERR_WAPP_NOT_INITIALIZED')
      const found = await lookUpOne(ref, number).catch(() => fail('ERR_WAPP_CHECK_CONTACT'))
      if (found) learn(cx, found)
      return found
    },

    /**
     * Finds the owner of a username. `protected`: a key is required, or was wrong. Fails without an open connection.
     */
    async findUsername(
      cx: Cx,
      actor: Asker,
      query: { readonly username: string; readonly key: string | null },
    ): Promise<FoundByUsername> {
      const wait = waitOf(actor)
      if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / SECOND) })
      const ref = openConnection(cx) ?? fail('ERR_WAPP_NOT_INITIALIZED')
      return channel.findUsername(ref, query).catch(() => fail('ERR_WAPP_CHECK_CONTACT'))
    },
  }
}
