/** Assigns each messenger account to one connection, across all companies. */
import { and, eq } from 'drizzle-orm'
import { getRow } from '../../platform/sql'
import { type ControlDb, isSqliteError, type WritableControl } from '../../platform/sqlite'
import { channelAccounts } from '../connections/tables'
import type { ChannelKind } from '../contract'

type Owner = { readonly companyId: number; readonly connectionId: number }

/**
 * Returns false when the account belongs to another connection. Releases the connection's former account. A number of
 * the Cloud API is claimed by its id there, so a linked phone may have the same number.
 */
export function claimAccount(
  control: WritableControl,
  owner: Owner,
  account: string,
  channel: ChannelKind = 'whatsapp',
): boolean {
  const holder = findClaim(control, channel, account)
  if (holder) return holder.companyId === owner.companyId && holder.connectionId === owner.connectionId
  releaseAccount(control, owner)
  try {
    control
      .insert(channelAccounts)
      .values({ channel, account, ...owner })
      .run()
    return true
  } catch (error) {
    if (isSqliteError(error) && error.code.startsWith('SQLITE_CONSTRAINT')) return false
    throw error
  }
}

export const findClaim = (control: ControlDb, channel: ChannelKind, account: string) =>
  control
    .select()
    .from(channelAccounts)
    .where(and(eq(channelAccounts.channel, channel), eq(channelAccounts.account, account)))
    .get()

export const hasAccounts = (control: ControlDb, companyId: number): boolean =>
  getRow(control, 'SELECT 1 FROM channel_accounts WHERE company_id = ? LIMIT 1', companyId) !== undefined

export const hasClaim = (control: ControlDb, { companyId, connectionId }: Owner): boolean =>
  getRow(control, 'SELECT 1 FROM channel_accounts WHERE company_id = ? AND connection_id = ? LIMIT 1', [
    companyId,
    connectionId,
  ]) !== undefined

export function releaseAccount(control: WritableControl, { companyId, connectionId }: Owner) {
  control
    .delete(channelAccounts)
    .where(and(eq(channelAccounts.companyId, companyId), eq(channelAccounts.connectionId, connectionId)))
    .run()
}
