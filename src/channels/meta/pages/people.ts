/** The people at Meta whose sign-in gave access to accounts, across all companies. In control.db. */
import { execute, getRow, getRows } from '../../../platform/sql'
import type { ControlDb, WritableControl } from '../../../platform/sqlite'

export type OwnedConnection = { readonly tenantUuid: string; readonly connectionId: number }

export const listConnectionsOf = (control: ControlDb, userId: string): OwnedConnection[] =>
  getRows<OwnedConnection>(
    control,
    `SELECT uuid AS tenantUuid, connection_id AS connectionId
     FROM channel_accounts JOIN companies ON companies.id = company_id WHERE meta_user_id = ?`,
    userId,
  )

export const storeDeletion = (control: WritableControl, code: string, userId: string, now: number): unknown =>
  execute(control, 'INSERT INTO meta_deletions (code, meta_user_id, requested_at) VALUES (?, ?, ?)', [
    code,
    userId,
    now,
  ])

export type OpenDeletion = { readonly code: string; readonly userId: string; readonly isSearched: number }
export const listOpenDeletions = (control: ControlDb): OpenDeletion[] =>
  getRows<OpenDeletion>(
    control,
    `SELECT code, meta_user_id AS userId, searched_at IS NOT NULL AS isSearched FROM meta_deletions
     WHERE done_at IS NULL ORDER BY requested_at LIMIT 100`,
  )

export const noteAccessDeleted = (control: WritableControl, code: string): unknown =>
  execute(control, 'UPDATE meta_deletions SET had_access = 1 WHERE code = ?', code)

/** An address by which a company knows the person. */
export type PersonThere = { readonly companyId: number; readonly kind: 'psid' | 'igsid'; readonly value: string }

/** Where the person was found. What is known already stays as it is. */
export function storeFound(control: WritableControl, code: string, people: readonly PersonThere[]): void {
  for (const { companyId, kind, value } of people)
    execute(
      control,
      `INSERT INTO meta_deletion_requests (code, number, company_id, kind, value)
       SELECT @code, (SELECT ifnull(max(number) + 1, 0) FROM meta_deletion_requests WHERE code = @code), @companyId, @kind, @value
       WHERE NOT EXISTS (SELECT 1 FROM meta_deletion_requests
         WHERE code = @code AND company_id = @companyId AND kind = @kind AND value = @value)`,
      { code, companyId, kind, value },
    )
}

/** Every company was asked, and no access is left. */
export const noteSearched = (control: WritableControl, code: string, now: number): unknown =>
  execute(control, 'UPDATE meta_deletions SET searched_at = ? WHERE code = ?', [now, code])

export type OpenRequest = PersonThere & {
  readonly code: string
  readonly number: number
  readonly tenantUuid: string
  readonly isTold: number
}
export const listOpenRequests = (control: ControlDb): OpenRequest[] =>
  getRows<OpenRequest>(
    control,
    `SELECT code, number, company_id AS companyId, uuid AS tenantUuid, kind, value, told_at IS NOT NULL AS isTold
     FROM meta_deletion_requests JOIN companies ON companies.id = company_id WHERE done_at IS NULL LIMIT 1000`,
  )

type RequestKey = Pick<OpenRequest, 'code' | 'number'>
export const noteTold = (control: WritableControl, { code, number }: RequestKey, now: number): unknown =>
  execute(control, 'UPDATE meta_deletion_requests SET told_at = ? WHERE code = ? AND number = ?', [now, code, number])
export const closeRequest = (control: WritableControl, { code, number }: RequestKey, now: number): unknown =>
  execute(control, 'UPDATE meta_deletion_requests SET done_at = ?, value = NULL WHERE code = ? AND number = ?', [
    now,
    code,
    number,
  ])

/** Forgets who asked, once nothing is open. */
export const closeDeletion = (control: WritableControl, code: string, now: number): unknown =>
  execute(
    control,
    `UPDATE meta_deletions SET done_at = ?, meta_user_id = NULL WHERE code = ? AND searched_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM meta_deletion_requests r WHERE r.code = meta_deletions.code AND r.done_at IS NULL)`,
    [now, code],
  )

/** What became of a request. `open`, `erased`: companies that still have conversations, and those that have deleted them. */
export type DeletionState = {
  readonly isSearched: boolean
  readonly hadAccess: boolean
  readonly open: number
  readonly erased: number
}
export function findDeletion(control: ControlDb, code: string): DeletionState | undefined {
  type Row = { readonly isSearched: number; readonly hadAccess: number; readonly open: number; readonly erased: number }
  const row = getRow<Row>(
    control,
    `SELECT searched_at IS NOT NULL AS isSearched, had_access AS hadAccess,
       (SELECT count(*) FROM meta_deletion_requests r WHERE r.code = d.code AND r.done_at IS NULL) AS open,
       (SELECT count(*) FROM meta_deletion_requests r WHERE r.code = d.code AND r.done_at IS NOT NULL) AS erased
     FROM meta_deletions d WHERE d.code = ?`,
    code,
  )
  return row && { ...row, isSearched: row.isSearched === 1, hadAccess: row.hadAccess === 1 }
}

/** Companies with a page or an Instagram account of the operator's app. */
type CompanyWithPages = { readonly companyId: number; readonly uuid: string }
export const listCompaniesWithPages = (control: ControlDb): CompanyWithPages[] =>
  getRows<CompanyWithPages>(
    control,
    `SELECT DISTINCT company_id AS companyId, uuid FROM channel_accounts JOIN companies ON companies.id = company_id
     WHERE channel IN ('facebook', 'instagram')`,
  )
