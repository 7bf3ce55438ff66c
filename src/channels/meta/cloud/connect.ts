/** Connects numbers of the Cloud API, gives them new access, and looks after them. */
import type { Doer } from '../../../audit/record'
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import type { Services } from '../../../platform/module'
import { newToken, tokenHash } from '../../../platform/secret'
import { createConnection, type NewConnection } from '../../connections/actions'
import { findConnectionOrFail } from '../../connections/queries'
import type { Connection } from '../../connections/tables'
import { requireInPlan } from '../../plan'
import { claimingAccount, findConnectionUsing, type MetaClaim } from '../../sessions/accounts'
import { refIn } from '../../sessions/states'
import { findMetaAccount, storeMetaAccount } from '../accounts'
import { metaAddresses } from '../addresses'
import { operatorsApp } from '../app'
import { metaErrors } from '../errors'
import { GraphSilent } from '../graph'
import { APP_SECRETS, findVerifyTokenHash, receiverFor } from '../webhook/accounts'
import { storeReceiver } from '../webhook/control-writes'
import { checkNumber, type NumberFacts } from './check'
import type { Finding, OfficialValues, OfficialWebhook, RenewedAccess } from './contract'

export type OfficialDeps = Pick<
  Services,
  'claims' | 'controlWrites' | 'meta' | 'databases' | 'encryptionFor' | 'publicUrl' | 'log' | 'operatorSettings'
>

export const CHANNEL = 'whatsapp_cloud'

/** `appSecret` null: of the operator's app, by which the number was signed up. */
export type NumberAccess = Omit<OfficialValues, 'appSecret'> & { readonly appSecret: string | null }

const fieldOf: Readonly<Record<Finding['check'], keyof OfficialValues>> = {
  number: 'phoneNumberId',
  account: 'businessAccountId',
  token: 'accessToken',
  secret: 'appSecret',
  permissions: 'accessToken',
}

export async function checkOfficial(
  { meta }: Pick<OfficialDeps, 'meta'>,
  { tenant }: Cx,
  values: OfficialValues,
): Promise<readonly Finding[]> {
  const { findings } = await checkNumber(meta.graphOf(tenant.uuid), values).catch(silence)
  return findings
}

export const silence = (error: unknown): never => {
  if (error instanceof GraphSilent) fail(metaErrors.ERR_META_SILENT)
  throw error
}

const withSecret = (deps: OfficialDeps, { appSecret, ...access }: NumberAccess): OfficialValues => ({
  ...access,
  appSecret: appSecret ?? operatorsApp(deps).secret,
})

/** Fails with the field that is wrong. */
async function requireRight(deps: OfficialDeps, { tenant }: Cx, access: NumberAccess): Promise<NumberFacts> {
  const { findings, facts } = await checkNumber(deps.meta.graphOf(tenant.uuid), withSecret(deps, access)).catch(silence)
  if (facts) return facts
  const wrong = findings.filter(({ state }) => state === 'bad')
  return fail(
    metaErrors.ERR_META_VALUES,
    wrong.map(({ check, fault, answer }) => ({ field: fieldOf[check], message: answer ?? '', check, fault, answer })),
  )
}

type NewOfficial = Omit<NewConnection, 'channel'> & NumberAccess & { readonly verifyToken?: string | undefined }

type NumberConnection = { readonly connection: Connection; readonly webhook: OfficialWebhook }

/** Stores only what Meta confirms, and calls `doer` before it does. `origin` is where the person opened our page. */
export async function connectOfficial(
  deps: OfficialDeps,
  cx: Cx,
  { phoneNumberId, businessAccountId, accessToken, appSecret, verifyToken = newToken(), ...input }: NewOfficial,
  { doer, origin }: { readonly doer: () => Doer; readonly origin: string },
): Promise<NumberConnection> {
  requireInPlan(cx, CHANNEL)
  const values = { phoneNumberId, businessAccountId, accessToken, appSecret }
  const facts = await requireRight(deps, cx, values)
  const by = doer()
  const connection = await claimingAccount(deps.claims, cx, accountOf(phoneNumberId), () => {
    if (findConnectionUsing(cx.db, CHANNEL, phoneNumberId) !== undefined) fail(metaErrors.ERR_META_IN_USE)
    return cx.transaction((cx) => {
      const connection = createConnection(cx, { ...input, channel: CHANNEL }, by)
      storeFacts(cx, connection.id, values, facts)
      return connection
    })
  })
  // The operator's app has a verify token of its own.
  await storeNumber(deps, cx, connection.id, values, appSecret === null ? null : tokenHash(verifyToken))
  open(deps, cx, connection.id, values, facts)
  await subscribe(deps, cx, connection.id)
  if (facts.isCoexistent) void bringPhone(deps, cx, connection.id)
  const { webhook } = metaAddresses(deps, origin)
  return { connection: findConnectionOrFail(cx.db, connection.id), webhook: { url: webhook, verifyToken } }
}

/** A new token or secret, as typed, for a number that stays the same. */
export async function renewOfficial(deps: OfficialDeps, cx: Cx, id: number, renewed: RenewedAccess): Promise<void> {
  const { channel } = findConnectionOrFail(cx.db, id)
  const known = channel === CHANNEL ? findMetaAccount(cx.db, id) : undefined
  if (!known) return fail('ERR_NO_WAPP_FOUND')
  // Disconnecting has removed them.
  const stored = deps.meta.storedCredentials(refIn(cx, id))
  const { accessToken = stored?.token ?? '', appSecret = stored ? stored.appSecret : '' } = renewed
  if (accessToken === '') fail('ERR_INVALID_INPUT', [{ field: 'accessToken', message: 'form.required' }])
  if (appSecret === '') fail('ERR_INVALID_INPUT', [{ field: 'appSecret', message: 'form.required' }])
  const { account: phoneNumberId, businessId } = known
  const access = { phoneNumberId, businessAccountId: businessId ?? '', accessToken, appSecret }
  await renewAccess(deps, cx, id, access, renewed.verifyToken)
}

/** Gives a connection access to its number, checked with Meta before. */
export async function renewAccess(
  deps: OfficialDeps,
  cx: Cx,
  id: number,
  access: NumberAccess,
  verifyToken?: string,
): Promise<void> {
  requireInPlan(cx, CHANNEL)
  const { phoneNumberId, appSecret } = access
  const facts = await requireRight(deps, cx, access)
  await claimingAccount(deps.claims, cx, accountOf(phoneNumberId), () => {
    findConnectionOrFail(cx.db, id)
    const using = findConnectionUsing(cx.db, CHANNEL, phoneNumberId)
    if (using !== undefined && using !== id) fail(metaErrors.ERR_META_IN_USE)
    storeFacts(cx, id, access, facts)
  })
  const kept = () => findVerifyTokenHash(deps.databases.control, CHANNEL, phoneNumberId)
  const verifyTokenHash = verifyToken === undefined ? kept() : tokenHash(verifyToken)
  await storeNumber(deps, cx, id, access, appSecret === null ? null : verifyTokenHash)
  open(deps, cx, id, access, facts)
  await subscribe(deps, cx, id)
}

const accountOf = (phoneNumberId: string): MetaClaim => ({
  channel: CHANNEL,
  account: phoneNumberId,
  refused: () => fail(metaErrors.ERR_META_IN_USE),
})

/** From now on webhooks for the number go to the connection. */
async function storeNumber(
  { controlWrites, encryptionFor }: OfficialDeps,
  { tenant }: Cx,
  connectionId: number,
  { phoneNumberId, businessAccountId, appSecret }: NumberAccess,
  verifyTokenHash: string | null,
): Promise<void> {
  const receiver = receiverFor(encryptionFor(APP_SECRETS), {
    channel: CHANNEL,
    account: phoneNumberId,
    companyId: tenant.id,
    connectionId,
    businessId: businessAccountId,
    secret: appSecret,
    verifyTokenHash,
  })
  await controlWrites.run(storeReceiver, receiver)
}

function storeFacts(cx: Cx, connectionId: number, values: NumberAccess, facts: NumberFacts): void {
  const { phone: _, ...shown } = facts
  storeMetaAccount(cx, {
    connectionId,
    account: values.phoneNumberId,
    businessId: values.businessAccountId,
    subscribedAt: findMetaAccount(cx.db, connectionId)?.subscribedAt ?? null,
    checkedAt: cx.now(),
    ...shown,
  })
}

function open({ meta }: OfficialDeps, cx: Cx, id: number, values: NumberAccess, { phone }: NumberFacts): void {
  const { phoneNumberId, businessAccountId, accessToken, appSecret } = values
  meta.connect(
    refIn(cx, id),
    {
      channel: CHANNEL,
      account: phoneNumberId,
      sender: phoneNumberId,
      businessId: businessAccountId,
      token: accessToken,
      appSecret,
    },
    phone || null,
  )
}

/** Meta tells the app about the business account from now on. Without it, the daily check tries again. */
async function subscribe({ meta, log }: OfficialDeps, cx: Cx, id: number): Promise<boolean> {
  const account = meta.accountOf(refIn(cx, id))
  if (!account) return false
  const { credentials, appSecret, graph } = account
  try {
    const path = `${credentials.businessId}/subscribed_apps`
    await graph.call({ method: 'POST', path, token: credentials.token, appSecret })
    return true
  } catch (error) {
    log.warn({ err: error, tenant: cx.tenant.uuid, connection: id }, 'meta: the app is not subscribed')
    return false
  }
}

/** The address book and the past of the phone that shares the number; Meta gives them once, within a day. */
async function bringPhone({ meta, log }: OfficialDeps, cx: Cx, id: number): Promise<void> {
  const account = meta.accountOf(refIn(cx, id))
  if (!account) return
  const { credentials, appSecret, graph } = account
  meta.beginHistory(refIn(cx, id))
  for (const sync_type of ['smb_app_state_sync', 'history'])
    try {
      await graph.call({
        method: 'POST',
        path: `${credentials.sender}/smb_app_data`,
        body: { messaging_product: 'whatsapp', sync_type },
        token: credentials.token,
        appSecret,
      })
    } catch (error) {
      log.info({ err: error, connection: id }, 'meta: the phone’s data could not be asked for')
    }
}

/** Asks Meta about the number again: access, quality, limit; and renews the subscription if it is gone. */
export async function recheckOfficial(deps: OfficialDeps, cx: Cx, id: number): Promise<void> {
  const ref = refIn(cx, id)
  const stored = deps.meta.storedCredentials(ref)
  if (stored?.channel !== CHANNEL) return
  const access = {
    phoneNumberId: stored.account,
    businessAccountId: stored.businessId ?? '',
    accessToken: stored.token,
    appSecret: stored.appSecret,
  }
  const { findings, facts } = await checkNumber(deps.meta.graphOf(cx.tenant.uuid), withSecret(deps, access))
  const { ended: _, ...credentials } = stored
  if (facts) {
    storeFacts(cx, id, access, facts)
    // A restriction is lifted, too: what still stands against the number, the next message says.
    const isHeld = stored.ended !== undefined || findConnectionOrFail(cx.db, id).status === 'RESTRICTED'
    if (isHeld) deps.meta.connect(ref, credentials, facts.phone || null)
    await subscribe(deps, cx, id)
  } else if (findings.some(({ check, state }) => check === 'token' && state === 'bad'))
    deps.meta.trouble(ref, { status: 'DISCONNECTED', reason: 'tokenEnded' })
  else if (findings.some(({ check, state }) => check === 'permissions' && state === 'bad'))
    deps.meta.trouble(ref, { status: 'DISCONNECTED', reason: 'permissionMissing' })
}
