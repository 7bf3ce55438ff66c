/** Stores the account of a company in its own file, and the installation's in control.db. */
import type { Act } from '../../audit/record'
import type { Cx } from '../../platform/cx'
import { DecryptionFailed, type Encryption } from '../../platform/encryption'
import { instant, instantOrNull } from '../../platform/formats'
import type { Services } from '../../platform/module'
import { inControl } from '../../platform/operator-storage'
import { execute, getRow } from '../../platform/sql'
import type { Db, WritableControl } from '../../platform/sqlite'
import type { MailAccount, MailProvider } from './contract'
import { refuseAccount, refuseIn, renewAccount, renewIn } from './control-writes'

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

type Deps = Pick<Services, 'databases' | 'controlWrites'> & { readonly encryption: Encryption }

export function createAccounts({ databases, controlWrites, encryption }: Deps) {
  const { control, writableControl } = databases
  /** The operator's people change the installation's account. */
  const within = <T>(owner: MailOwner, run: (source: Db | WritableControl) => T): T => {
    if (owner) return owner.transaction(({ db }) => run(db))
    const own = writableControl()
    return inControl(own, () => run(own))
  }
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
        owner?.db ?? control,
        `SELECT id, provider, address, refresh_token AS token, signed_in_at AS signedInAt, refused_at AS refusedAt, refusal
         FROM mail_accounts`,
      )
      if (!row) return undefined
      const { token, ...rest } = row
      return { ...rest, refreshToken: decrypt(owner, token) }
    },
    /** Replaces the one before. Returns its id. */
    add: (owner: MailOwner, now: number, { provider, address, refreshToken }: NewAccount): number =>
      within(owner, (source) => {
        execute(source, 'DELETE FROM mail_accounts')
        const { lastInsertRowid } = execute(
          source,
          'INSERT INTO mail_accounts (provider, address, refresh_token, signed_in_at) VALUES (?, ?, ?, ?)',
          [provider, address, encrypt(owner, refreshToken), now],
        )
        return Number(lastInsertRowid)
      }),
    /** Nothing happens if somebody has signed in or out meanwhile. */
    async renew(owner: MailOwner, id: number, refreshToken: string): Promise<void> {
      const token = encrypt(owner, refreshToken)
      if (owner) owner.transaction(({ db }) => renewIn(db, id, token))
      else await controlWrites.run(renewAccount, { id, token })
    },
    /** Returns whether it was this account's first refusal. */
    refuse: (cx: Cx, id: number, words: string): boolean =>
      cx.transaction(({ db }) => refuseIn(db, cx.now(), id, words)),
    refuseInstallation: (id: number, words: string): Promise<boolean> =>
      controlWrites.run(refuseAccount, { id, words }),
    remove: (owner: MailOwner): void => within(owner, (source) => void execute(source, 'DELETE FROM mail_accounts')),
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
