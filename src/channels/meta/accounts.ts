/** What Meta says about the accounts behind connections, for screens and for the rate limiter. */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { getValue } from '../../platform/sql'
import { type Db, rememberedIn } from '../../platform/sqlite'
import type { AccountNews } from '../channel'
import { findConnection } from '../connections/queries'
import type { Connection } from '../connections/tables'
import type { ChannelKind } from '../contract'
import { accountChanged } from '../events'
import { type MetaAccount, metaAccounts } from './tables'

const accountsIn = rememberedIn(
  (db): ReadonlyMap<number, MetaAccount> =>
    new Map(
      db
        .select()
        .from(metaAccounts)
        .all()
        .map((account) => [account.connectionId, account]),
    ),
  ['meta_accounts'],
)

/** Undefined for a linked phone. */
export const findMetaAccount = (db: Db, connectionId: number): MetaAccount | undefined =>
  accountsIn(db).get(connectionId)

/** The connections whose numbers are of the same business account, this one among them. */
export function listSharingAccount(db: Db, connectionId: number): readonly number[] {
  const accounts = accountsIn(db)
  const businessId = accounts.get(connectionId)?.businessId ?? null
  if (businessId === null) return [connectionId]
  return [...accounts.values()].filter((one) => one.businessId === businessId).map((one) => one.connectionId)
}

/** The latest connection that had the account; one that was disconnected is given it back. */
export function findFormer({ db }: Cx, channel: ChannelKind, account: string): Connection | undefined {
  const connectionId = getValue<number>(
    db,
    `SELECT c.id FROM connections c JOIN meta_accounts a ON a.connection_id = c.id
     WHERE c.deleted_at IS NULL AND c.channel = ? AND a.account = ? ORDER BY c.id DESC LIMIT 1`,
    [channel, account],
  )
  return connectionId === undefined ? undefined : findConnection(db, connectionId)
}

export function storeMetaAccount(cx: Cx, account: Omit<MetaAccount, 'picture'>): void {
  cx.transaction((cx) => {
    cx.db
      .insert(metaAccounts)
      .values(account)
      .onConflictDoUpdate({ target: metaAccounts.connectionId, set: account })
      .run()
    cx.happened(accountChanged({ connectionId: account.connectionId }))
  })
}

/** Stores what is new; nothing about an unknown account. */
export function receiveAccountNews(cx: Cx, connectionId: number, news: AccountNews): void {
  const before = findMetaAccount(cx.db, connectionId)
  if (!before || isKnown(before, news)) return
  cx.transaction((cx) => {
    cx.db.update(metaAccounts).set(news).where(eq(metaAccounts.connectionId, connectionId)).run()
    cx.happened(accountChanged({ connectionId }))
  })
}

const isKnown = (account: MetaAccount, news: AccountNews): boolean =>
  Object.entries(news).every(([field, value]) => Reflect.get(account, field) === value)
