/** The sample company's accounts at the demo's Meta, stored as if somebody had connected them. */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { inControl } from '../../platform/operator-storage'
import type { Raw, WritableControl } from '../../platform/sqlite'
import { listQueues } from '../../queues/queries'
import type { Claims } from '../../tenancy/claims'
import { createConnection } from '../connections/actions'
import { isNameTaken } from '../connections/queries'
import { type Connection, connections } from '../connections/tables'
import { claimingAccount } from '../sessions/accounts'
import { storeMetaAccount } from './accounts'
import { type MetaCredentials, storeCredentials } from './credentials'
import type { MetaAccount } from './tables'
import { receiverFor } from './webhook/accounts'
import { storeReceiver } from './webhook/control-writes'

export type SampleAccount = {
  readonly name: string
  readonly credentials: MetaCredentials
  readonly facts: Pick<MetaAccount, 'displayName' | 'username' | 'quality' | 'limit'>
}
type Stores = {
  readonly cx: Cx
  readonly companyId: number
  readonly claims: Claims
  readonly control: WritableControl
  readonly session: Raw
  readonly encryption: Encryption
}

const GREETING = 'Olá, {{firstName}}! Aqui é a Casa Aurora Móveis. Com quem você quer falar?'

/** Of those that are connected, only the token is stored again. */
export async function connectSampleAccounts(stores: Stores, accounts: readonly SampleAccount[]): Promise<void> {
  const { cx } = stores
  for (const account of accounts) {
    const known = cx.db.select().from(connections).where(eq(connections.name, account.name)).get()
    if (known?.channel === account.credentials.channel) storeToken(stores, known.id, account)
    else if (!isNameTaken(cx.db, account.name, 0)) await connect(stores, account)
  }
}

async function connect({ cx, companyId, claims, control, ...stores }: Stores, account: SampleAccount): Promise<void> {
  const { channel, account: id, businessId } = account.credentials
  const refused = (): never => {
    throw new Error(`the sample account ${id} belongs to another company`)
  }
  const connectionId = await claimingAccount(claims, cx, { channel, account: id, refused }, () =>
    cx.transaction((cx) => {
      const { id } = create(cx, account)
      storeToken({ cx, ...stores }, id, account)
      return id
    }),
  )
  const receiver = receiverFor(stores.encryption, { channel, account: id, companyId, connectionId, businessId })
  inControl(control, () => storeReceiver.run(control, cx.now(), receiver))
}

function create(cx: Cx, { name, credentials, facts }: SampleAccount): Connection {
  const { channel, account: id, businessId } = credentials
  const queueIds = listQueues(cx.db).map(({ id }) => id)
  const connection = createConnection(cx, { name, channel, queueIds, greetingMessage: GREETING })
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
  // From this status the server connects by itself.
  cx.db.update(connections).set({ status: 'OPENING' }).where(eq(connections.id, connection.id)).run()
  return connection
}

function storeToken(
  { cx, session, encryption }: Pick<Stores, 'cx' | 'session' | 'encryption'>,
  connectionId: number,
  { credentials }: SampleAccount,
): void {
  storeCredentials({ db: session, ref: { tenantUuid: cx.tenant.uuid, connectionId }, encryption }, credentials)
}
