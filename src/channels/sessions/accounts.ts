/** Messenger accounts: each belongs to one company, and the account of a linked phone to one of its connections. */
import type { ControlWrites } from '../../platform/control-writes'
import type { Cx } from '../../platform/cx'
import { getRow, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { type ClaimHolder, type Claims, type ClaimUse, holderIn } from '../../tenancy/claims'
import { isMeta } from '../acts'
import type { ConnectionRef } from '../channel'
import type { ChannelKind } from '../contract'
import { removeReceiver } from '../meta/webhook/control-writes'

const PHONE: ChannelKind = 'whatsapp'

/** The claimed value. A number of the Cloud API is claimed by its id there, so a linked phone may have the same number. */
export const accountKey = (channel: ChannelKind, account: string): string => `${channel}:${account}`
export const phoneKey = (number: string): string => accountKey(PHONE, number)

/** Reasons of a connection that has given its account up. */
const GIVEN_UP = `('loggedOut', 'loggedOutHere', 'archived', 'accountInUse', 'accountTaken')`
const isKept = `c.deleted_at IS NULL AND (c.reason IS NULL OR c.reason NOT IN ${GIVEN_UP})`

/** The company's connection that uses an account at Meta. */
export const findConnectionUsing = (db: Db, channel: ChannelKind, account: string): number | undefined =>
  getValue<number>(
    db,
    `SELECT c.id FROM connections c JOIN meta_accounts a ON a.connection_id = c.id
     WHERE a.account = ? AND c.channel = ? AND ${isKept} ORDER BY c.id DESC LIMIT 1`,
    [account, channel],
  )

const isPhoneUsed = (db: Db, number: string, connectionId: number): boolean =>
  getValue(db, `SELECT 1 FROM connections c WHERE c.id = ? AND c.number = ? AND ${isKept}`, [connectionId, number]) !==
  undefined

export const accountUse: ClaimUse = {
  kind: 'account',
  isUsed(db, value, { connectionId }: ClaimHolder) {
    const [channel, account] = [value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1)]
    return connectionId === undefined
      ? findConnectionUsing(db, channel as ChannelKind, account) !== undefined // only these are claimed
      : isPhoneUsed(db, account, connectionId)
  },
}

export type MetaClaim = {
  readonly channel: ChannelKind
  readonly account: string
  /** Throws what people are told when another company has it. */
  refused(): never
}

/** Runs `work`, the transaction after which a connection of the company has the account at Meta. */
export const claimingAccount = <T>(
  claims: Claims,
  cx: Pick<Cx, 'tenant'>,
  { channel, account, refused }: MetaClaim,
  work: () => T,
): Promise<T> =>
  claims.changing('account', holderIn(cx), () => ({ takes: accountKey(channel, account), work, refused }))

/** Whether another company has it. */
export async function isElsewhere(
  claims: Claims,
  { tenant }: Pick<Cx, 'tenant'>,
  { channel, account }: Pick<MetaClaim, 'channel' | 'account'>,
): Promise<boolean> {
  const key = accountKey(channel, account)
  const claim = await claims.find('account', key)
  return claim !== undefined && claim.tenantUuid !== tenant.uuid && (await claims.isTaken('account', key))
}

type Stores = { readonly claims: Claims; readonly controlWrites: ControlWrites }

/** Also of a connection that was removed. */
export async function releaseAccount({ claims, controlWrites }: Stores, cx: Cx, connectionId: number): Promise<void> {
  const { tenant, db } = cx
  const row = getRow<{ channel: ChannelKind; number: string | null; account: string | null }>(
    db,
    `SELECT c.channel, c.number, a.account FROM connections c LEFT JOIN meta_accounts a ON a.connection_id = c.id WHERE c.id = ?`,
    connectionId,
  )
  if (!row) return
  const { channel, number, account } = row
  if (!isMeta(channel)) {
    if (number !== null) await releasePhone(claims, { tenantUuid: tenant.uuid, connectionId }, number)
    return
  }
  await controlWrites.run(removeReceiver, { companyId: tenant.id, connectionId })
  // Another connection of the company may have it by now.
  if (account !== null) await claims.releaseUnused('account', accountKey(channel, account), { tenantUuid: tenant.uuid })
}

export const releasePhone = (claims: Claims, ref: ConnectionRef, number: string): Promise<void> =>
  claims.release('account', phoneKey(number), ref)
