/** The people at Meta whose sign-in gave access to accounts, across all companies. In control.db. */
import { execute, getRows, getValue } from '../../../platform/sql'
import type { ControlDb } from '../../../platform/sqlite'
import type { PageChannel } from './contract'

export const noteOwner = (control: ControlDb, channel: PageChannel, account: string, userId: string | null): unknown =>
  execute(control, 'UPDATE channel_accounts SET meta_user_id = ? WHERE channel = ? AND account = ?', [
    userId,
    channel,
    account,
  ])

export type OwnedConnection = { readonly tenantUuid: string; readonly connectionId: number }

export const listConnectionsOf = (control: ControlDb, userId: string): OwnedConnection[] =>
  getRows<OwnedConnection>(
    control,
    `SELECT uuid AS tenantUuid, connection_id AS connectionId
     FROM channel_accounts JOIN companies ON companies.id = company_id WHERE meta_user_id = ?`,
    userId,
  )

export const storeDeletion = (control: ControlDb, code: string, userId: string, now: number): unknown =>
  execute(control, 'INSERT INTO meta_deletions (code, meta_user_id, requested_at) VALUES (?, ?, ?)', [
    code,
    userId,
    now,
  ])

type OpenDeletion = { readonly code: string; readonly userId: string }
export const listOpenDeletions = (control: ControlDb): OpenDeletion[] =>
  getRows<OpenDeletion>(
    control,
    'SELECT code, meta_user_id AS userId FROM meta_deletions WHERE done_at IS NULL ORDER BY requested_at LIMIT 100',
  )

export const closeDeletion = (control: ControlDb, code: string, now: number): unknown =>
  execute(control, 'UPDATE meta_deletions SET done_at = ?, meta_user_id = NULL WHERE code = ?', [now, code])

/** Undefined for an unknown code; null while it is open. */
export const findDeletion = (control: ControlDb, code: string): number | null | undefined =>
  getValue<number | null>(control, 'SELECT done_at FROM meta_deletions WHERE code = ?', code)
