/** The accounts that webhooks may be for, across all companies, with the secrets of their apps. In control.db. */
import type { Encryption } from '../../../platform/encryption'
import { getRows, getValue } from '../../../platform/sql'
import { type ControlDb, remembered } from '../../../platform/sqlite'
import type { ChannelKind } from '../../contract'

export type Receiver = {
  readonly channel: ChannelKind
  readonly account: string
  readonly businessId: string | null
  readonly tenantUuid: string
  readonly connectionId: number
  /** Of the company's own app; null: the operator's. */
  readonly secret: string | null
  /** By which that app confirms the webhook's address. */
  readonly verifyTokenHash: string | null
}

/** Encrypts the secrets of companies' apps in control.db. */
export const APP_SECRETS = 'meta app secrets'

const nameOf = (channel: string, account: string): string => JSON.stringify([channel, account, 'app secret'])

type NewReceiver = Pick<Receiver, 'channel' | 'account' | 'connectionId'> &
  Partial<Pick<Receiver, 'businessId' | 'secret' | 'verifyTokenHash'>> & {
    readonly companyId: number
    /** The person whose sign-in with Meta gave the access, as Meta knows them here. */
    readonly metaUserId?: string | null
  }

/** Arguments of `storeReceiver`. */
export function receiverFor(
  encryption: Encryption,
  { secret = null, verifyTokenHash = null, businessId = null, metaUserId = null, ...receiver }: NewReceiver,
) {
  const appSecret = secret === null ? null : encryption.encrypt(secret, nameOf(receiver.channel, receiver.account))
  return { ...receiver, appSecret, verifyTokenHash, businessId, metaUserId }
}

export const findVerifyTokenHash = (control: ControlDb, channel: ChannelKind, account: string): string | null =>
  getValue<string | null>(control, 'SELECT verify_token_hash FROM channel_accounts WHERE channel = ? AND account = ?', [
    channel,
    account,
  ]) ?? null

/** Undefined with another secret.key: then nothing can be received for the account. */
function unsealed(encryption: Encryption, sealed: string, name: string): string | undefined {
  try {
    return encryption.decrypt(sealed, name)
  } catch {
    return undefined
  }
}

export type Receivers = ReturnType<ReturnType<typeof createReceivers>>

export function createReceivers(control: ControlDb, encryption: Encryption) {
  type Row = Omit<Receiver, 'secret'> & { readonly sealed: string | null }
  const read = remembered(control.$client, () => {
    const rows = getRows<Row>(
      control,
      `SELECT channel, account, business_id AS businessId, uuid AS tenantUuid, connection_id AS connectionId,
           app_secret AS sealed, verify_token_hash AS verifyTokenHash
         FROM channel_accounts JOIN companies ON companies.id = company_id WHERE channel <> 'whatsapp'`,
    )
    const receivers = rows.flatMap(({ sealed, ...row }): Receiver | [] => {
      if (sealed === null) return { ...row, secret: null }
      const secret = unsealed(encryption, sealed, nameOf(row.channel, row.account))
      return secret === undefined ? [] : { ...row, secret }
    })
    return {
      byAccount: Map.groupBy(receivers, ({ account }) => account),
      byBusiness: Map.groupBy(receivers, ({ businessId }) => businessId ?? ''),
      secrets: [...new Set(receivers.flatMap(({ secret }) => secret ?? []))],
      byVerifyToken: Map.groupBy(receivers, ({ verifyTokenHash }) => verifyTokenHash ?? ''),
    }
  }, ['channel_accounts', 'companies'])
  return () => read(null)
}
