/** Tokens and secrets of Meta's channels: in the company's session.db, encrypted, never sent back. */
import type { Database } from 'better-sqlite3'
import type { Encryption } from '../../platform/encryption'
import type { ConnectionRef } from '../channel'

export type MetaCredentials = {
  readonly channel: 'whatsapp_cloud' | 'facebook' | 'instagram'
  /** The id that events name: of the phone number, the page or the Instagram account. */
  readonly account: string
  /** The node that messages are sent through: the phone number or the page. */
  readonly sender: string
  /** The WhatsApp business account; null elsewhere. */
  readonly businessId: string | null
  readonly token: string
  /** Of the company's own app; null: the operator's. */
  readonly appSecret: string | null
  /** The person whose sign-in gave the token of a page. */
  readonly userId?: string | null
  /** Why Meta no longer accepts them, as a reason of the connection. */
  readonly ended?: string
}

type CredentialStore = { readonly db: Database; readonly ref: ConnectionRef; readonly encryption: Encryption }

const nameOf = ({ tenantUuid, connectionId }: ConnectionRef): string =>
  JSON.stringify([tenantUuid, connectionId, 'meta credentials'])

/** Undefined without any. Throws `DecryptionFailed` with another secret.key. */
export function readCredentials({ db, ref, encryption }: CredentialStore): MetaCredentials | undefined {
  const value = db.prepare('SELECT value FROM meta_credentials WHERE connection_id = ?').pluck().get(ref.connectionId)
  if (typeof value !== 'string') return undefined
  return JSON.parse(encryption.decrypt(value, nameOf(ref))) as MetaCredentials // written by storeCredentials
}

export function storeCredentials({ db, ref, encryption }: CredentialStore, credentials: MetaCredentials): void {
  const value = encryption.encrypt(JSON.stringify(credentials), nameOf(ref))
  db.prepare('INSERT OR REPLACE INTO meta_credentials (connection_id, value) VALUES (?, ?)').run(
    ref.connectionId,
    value,
  )
}

export const removeCredentials = ({ db, ref }: Pick<CredentialStore, 'db' | 'ref'>): unknown =>
  db.prepare('DELETE FROM meta_credentials WHERE connection_id = ?').run(ref.connectionId)
