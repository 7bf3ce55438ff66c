/** Stores the account of a company in its own file, and the installation's in control.db. */
import type { Act } from '../../audit/record'
import type { Cx } from '../../platform/cx'
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import { instant, instantOrNull } from '../../platform/formats'
import { inControl } from '../../platform/operator-storage'
import { execute, getRow } from '../../platform/sql'
import type { WritableControl } from '../../platform/sqlite'
import type { MailAccount, MailProvider } from './contract'

/** Purpose of the encryption of refresh tokens. */
export const MAIL_ACCOUNTS = 'mail-accounts'

/** A company, or null for the installation itself. */
export type MailOwner = Cx | null

export type StoredAccount = {
  readonly id: number
  readonly provider: MailProvider
  readonly address: string
  /** Null once the provider has refused it, or if it was encrypted with another secret.key. */
  readonly refreshToken: string | null
  readonly signedInAt: number
  readonly refusedAt: number | null
  readonly refusal: string | null
}

export type NewAccount = Pick<StoredAccount, 'provider' | 'address'> & { readonly refreshToken: string }

/** Where it is read. */
export type MailScope = Pick<Cx, 'db' | 'tenant'> | null

export const ownerKey = (owner: MailScope): string => owner?.tenant.uuid ?? 'installation'

type Row = Omit<StoredAccount, 'refreshToken'> & { readonly token: string }

export function createAccounts(control: WritableControl, encryption: Encryption) {
  const sourceOf = (owner: MailScope) => owner?.db ?? control
  const within = <T>(owner: MailOwner, run: () => T): T => (owner ? owner.transaction(run) : inControl(control, run))
  const encrypt = (owner: MailScope, token: string) => encryption.encrypt(token, ownerKey(owner))
  const decrypt = (owner: MailScope, token: string): string | null => {
    if (token === '') return null
    try {
      return encryption.decrypt(token, ownerKey(owner))
    } catch (error) {
      if (error instanceof DecryptionFailed) return null
      throw error
    }
  }
  return {
    find(owner: MailScope): StoredAccount | undefined {
      const row = getRow<Row>(
        sourceOf(owner),
        `SELECT id, provider, address, refresh_token AS token, signed_in_at AS signedInAt, refused_at AS refusedAt, refusal
         FROM mail_accounts`,
      )
      if (!row) return undefined
      const { token, ...rest } = row
      return { ...rest, refreshToken: decrypt(owner, token) }
    },
    /** Replaces the one before. Returns its id. */
    add: (owner: MailOwner, now: number, { provider, address, refreshToken }: NewAccount): number =>
      within(owner, () => {
        execute(sourceOf(owner), 'DELETE FROM mail_accounts')
        const { lastInsertRowid } = execute(
          sourceOf(owner),
          'INSERT INTO mail_accounts (provider, address, refresh_token, signed_in_at) VALUES (?, ?, ?, ?)',
          [provider, address, encrypt(owner, refreshToken), now],
        )
        return Number(lastInsertRowid)
      }),
    /** Nothing happens if somebody has signed in or out meanwhile. */
    renew: (owner: MailOwner, id: number, refreshToken: string): void =>
      within(owner, () => {
        execute(sourceOf(owner), 'UPDATE mail_accounts SET refresh_token = ? WHERE id = ?', [
          encrypt(owner, refreshToken),
          id,
        ])
      }),
    /** Returns whether it was this account's first refusal. */
    refuse: (owner: MailOwner, id: number, now: number, words: string): boolean =>
      within(owner, () => {
        const { changes } = execute(
          sourceOf(owner),
          `UPDATE mail_accounts SET refused_at = ?, refusal = ?, refresh_token = '', notice_due = 1
           WHERE id = ? AND refused_at IS NULL`,
          [now, words, id],
        )
        return changes === 1
      }),
    remove: (owner: MailOwner): void => void execute(sourceOf(owner), 'DELETE FROM mail_accounts'),
  }
}

export const showAccount = ({ provider, address, signedInAt, refusedAt, refusal, refreshToken }: StoredAccount) =>
  ({
    provider,
    address,
    signedInAt: instant(signedInAt),
    refusedAt: instantOrNull(refusedAt ?? (refreshToken === null ? signedInAt : null)),
    refusal,
  }) satisfies MailAccount

/** What the audit log says of a change; undefined if there was and is no account. */
export function actOf(before: MailAccount | null, after: MailAccount | null): Act | undefined {
  const account = after ?? before
  if (!account) return undefined
  const isSame = before?.address === after?.address
  return {
    kind: 'mailAccount',
    act: after === null ? 'disconnect' : isSame ? 'renew' : 'pair',
    subject: { id: null, name: `${account.address} (${account.provider})` },
  }
}
