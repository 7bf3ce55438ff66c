/** The sample company's accounts at the demo's Meta, stored as if somebody had connected them. */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import type { Raw, WritableControl } from '../../platform/sqlite'
import { listQueues } from '../../queues/queries'
import { createConnection } from '../connections/actions'
import { isNameTaken } from '../connections/queries'
import { connections } from '../connections/tables'
import { claimAccount } from '../sessions/accounts'
import { storeMetaAccount } from './accounts'
import { type MetaCredentials, storeCredentials } from './credentials'
import type { MetaAccount } from './tables'
import { storeApp } from './webhook/accounts'

export type SampleAccount = {
  readonly name: string
  readonly credentials: MetaCredentials
  readonly facts: Pick<MetaAccount, 'displayName' | 'username' | 'quality' | 'limit'>
}
type Stores = {
  readonly cx: Cx
  readonly companyId: number
  readonly control: WritableControl
  readonly session: Raw
  readonly encryption: Encryption
}

const GREETING = 'Olá, {{firstName}}! Aqui é a Casa Aurora Móveis. Com quem você quer falar?'

/** Of those that are connected, only the token is stored again. */
export function connectSampleAccounts(stores: Stores, accounts: readonly SampleAccount[]): void {
  const { cx } = stores
  cx.transaction((cx) => {
    for (const account of accounts) {
      const known = cx.db.select().from(connections).where(eq(connections.name, account.name)).get()
      if (known?.channel === account.credentials.channel) storeToken(stores, known.id, account)
      else if (!isNameTaken(cx.db, account.name, 0)) connect({ ...stores, cx }, account)
    }
  })
}

function connect(stores: Stores, account: SampleAccount): void {
  const { cx, companyId, control, encryption } = stores
  const { name, credentials, facts } = account
  const { channel, account: id, businessId } = credentials
  const queueIds = listQueues(cx.db).map(({ id }) => id)
  const connection = createConnection(cx, { name, channel, queueIds, greetingMessage: GREETING })
  if (!claimAccount(control, { companyId, connectionId: connection.id }, id, channel))
    throw new Error(`the sample account ${id} belongs to another connection`)
  storeApp(control, encryption, { channel, account: id, secret: null, verifyTokenHash: null, businessId })
  storeMetaAccount(cx, {
    connectionId: connection.id,
    account: id,
    businessId: channel === 'facebook' ? null : (businessId ?? credentials.sender),
    isCoexistent: false,
    tokenEndsAt: null,
    subscribedAt: cx.now(),
    checkedAt: cx.now(),
    ...facts,
  })
  storeToken(stores, connection.id, account)
  // From this status the server connects by itself.
  cx.db.update(connections).set({ status: 'OPENING' }).where(eq(connections.id, connection.id)).run()
}

function storeToken({ cx, session, encryption }: Stores, connectionId: number, { credentials }: SampleAccount): void {
  storeCredentials({ db: session, ref: { tenantUuid: cx.tenant.uuid, connectionId }, encryption }, credentials)
}
