/** Which connection of which company a messenger's account belongs to: one at a time, over all companies. */
import { and, eq } from 'drizzle-orm'
import { type ControlDb, isSqliteError, statement } from '../../platform/sqlite'
import { channelAccounts } from '../connections/tables'

type Owner = { readonly companyId: number; readonly connectionId: number }

/** False when the account belongs to another connection. A connection has one account: the one it had before is released. */
export function claimAccount(control: ControlDb, owner: Owner, account: string): boolean {
  const channel = 'whatsapp'
  const holder = control
    .select()
    .from(channelAccounts)
    .where(and(eq(channelAccounts.channel, channel), eq(channelAccounts.account, account)))
    .get()
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

export const hasAccounts = (control: ControlDb, companyId: number): boolean =>
  statement(control.$client, 'SELECT 1 FROM channel_accounts WHERE company_id = ? LIMIT 1').get(companyId) !== undefined

export function releaseAccount(control: ControlDb, { companyId, connectionId }: Owner) {
  control
    .delete(channelAccounts)
    .where(and(eq(channelAccounts.companyId, companyId), eq(channelAccounts.connectionId, connectionId)))
    .run()
}
