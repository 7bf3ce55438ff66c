/** Makes connections of pages and Instagram accounts, and renews the access of those that are. */
import type { Actor } from '../../../actor'
import { AppError } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import type { Log } from '../../../platform/log'
import type { Services } from '../../../platform/module'
import type { Claims } from '../../../tenancy/claims'
import { createConnection, note } from '../../connections/actions'
import { findConnection } from '../../connections/queries'
import type { Connection } from '../../connections/tables'
import { isInPlan } from '../../plan'
import { claimingAccount, findConnectionUsing, isElsewhere } from '../../sessions/accounts'
import { refIn } from '../../sessions/states'
import { findFormer, findMetaAccount, storeMetaAccount } from '../accounts'
import type { MetaApp, TokenFacts } from '../app'
import type { MetaEngine } from '../engine'
import { GraphFailed, GraphSilent } from '../graph'
import { freeName } from '../names'
import { APP_SECRETS, receiverFor } from '../webhook/accounts'
import { storeReceiver } from '../webhook/control-writes'
import { type ListedPage, subscribe } from './api'
import type { MetaPage, PageChannel, PageRefusal, PagesConnected } from './contract'

export type ConnectDeps = Pick<Services, 'claims' | 'controlWrites' | 'encryptionFor'> & {
  readonly meta: MetaEngine
  readonly log: Log
  app(): MetaApp
  now(): number
}

/** An account that a person offers, with the token of its page. */
export type Candidate = {
  readonly channel: PageChannel
  readonly id: string
  readonly pageId: string
  readonly name: string
  readonly username: string | null
  readonly token: string
  readonly refusal: PageRefusal | null
}

const NEEDED = {
  facebook: ['pages_messaging', 'pages_manage_metadata'],
  instagram: ['instagram_manage_messages', 'pages_manage_metadata'],
} as const

/** The page, and its Instagram account if there is one. */
export function candidatesOf(page: ListedPage, { scopes }: TokenFacts): Candidate[] {
  const { id: pageId, name, access_token: token, tasks, instagram_business_account: instagram } = page
  const mayRead = token !== '' && (tasks === undefined || tasks.includes('MESSAGING'))
  const refusalOf = (channel: PageChannel): PageRefusal | null =>
    !mayRead ? 'tasks' : NEEDED[channel].every((one) => scopes.includes(one)) ? null : 'permission'
  const own: Candidate = {
    channel: 'facebook',
    id: pageId,
    pageId,
    name,
    username: null,
    token,
    refusal: refusalOf('facebook'),
  }
  if (!instagram) return [own]
  const { id, username, name: shown } = instagram
  return [
    own,
    {
      channel: 'instagram',
      id,
      pageId,
      name: shown || name,
      username: username || null,
      token,
      refusal: refusalOf('instagram'),
    },
  ]
}

/** The connection of the company that has the account; `elsewhere`: one of another company. */
async function holderOf(
  cx: Cx,
  claims: Claims,
  { channel, id }: Candidate,
): Promise<Connection | 'elsewhere' | undefined> {
  return (await isElsewhere(claims, cx, { channel, account: id })) ? 'elsewhere' : findHolder(cx, channel, id)
}

function findHolder({ db }: Cx, channel: PageChannel, account: string): Connection | undefined {
  const connectionId = findConnectionUsing(db, channel, account)
  return connectionId === undefined ? undefined : findConnection(db, connectionId)
}

/** What a person is shown of a page. Whose connection it is elsewhere is not told. */
export async function showPage(cx: Cx, claims: Claims, page: ListedPage, facts: TokenFacts): Promise<MetaPage> {
  const [own, instagram] = candidatesOf(page, facts)
  const shown = async (one: Candidate) => {
    const holder = await holderOf(cx, claims, one)
    const isElsewhere = holder === 'elsewhere'
    const refusal = isElsewhere ? ('otherCompany' as const) : one.refusal
    return { id: one.id, isConnected: holder !== undefined && !isElsewhere, refusal }
  }
  if (!own) throw new Error('a page is a candidate')
  return {
    ...(await shown(own)),
    name: own.name,
    instagram: instagram ? { ...(await shown(instagram)), username: instagram.username ?? instagram.name } : null,
  }
}

type Choice = {
  readonly candidates: readonly Candidate[]
  readonly facts: TokenFacts
  readonly queueIds?: readonly number[] | undefined
}

type ConnectedAccount = Pick<Candidate, 'channel' | 'id' | 'name'> & {
  readonly connectionId: number
  readonly isNew: boolean
}
type ConnectResult = { readonly connected: ConnectedAccount[]; readonly refused: PagesConnected['refused'] }

/** Connects each by itself: one that fails does not prevent the others. Calls `doer` after each answer of Meta. */
export async function connectAll(
  cx: Cx,
  deps: ConnectDeps,
  doer: () => Actor,
  { candidates, facts, queueIds = [] }: Choice,
): Promise<ConnectResult> {
  const result: ConnectResult = { connected: [], refused: [] }
  for (const one of candidates) {
    const { channel, id, name } = one
    const outcome = await connectOne(cx, deps, doer, { candidate: one, facts, queueIds })
    if (typeof outcome === 'string') result.refused.push({ channel, id, name, reason: outcome })
    else
      result.connected.push({
        channel,
        id,
        connectionId: outcome.connection.id,
        name: outcome.connection.name,
        isNew: outcome.isNew,
      })
  }
  return result
}

type One = { readonly candidate: Candidate; readonly facts: TokenFacts; readonly queueIds: readonly number[] }
type Outcome = PageRefusal | { readonly connection: Connection; readonly isNew: boolean }

async function connectOne(cx: Cx, deps: ConnectDeps, doer: () => Actor, one: One): Promise<Outcome> {
  const { candidate } = one
  const { channel, pageId, token, refusal } = candidate
  if (!isInPlan(cx, channel)) return 'plan'
  if ((await holderOf(cx, deps.claims, candidate)) === 'elsewhere') return 'otherCompany'
  if (refusal !== null) return refusal
  try {
    await subscribe(deps.meta.graphOf(cx.tenant.uuid), { token, appSecret: deps.app().secret }, pageId)
  } catch (error) {
    if (!(error instanceof GraphFailed || error instanceof GraphSilent)) throw error
    deps.log.info({ err: error, tenant: cx.tenant.uuid, page: pageId }, 'meta: a page could not be subscribed')
    return error instanceof GraphFailed && (error.code === 10 || (error.code >= 200 && error.code < 300))
      ? 'permission'
      : 'meta'
  }
  return connectHere(cx, deps, doer(), one)
}

/** The company's connection that has the account keeps it, and one that was disconnected gets it back. */
async function connectHere(cx: Cx, deps: ConnectDeps, doer: Actor, one: One): Promise<Outcome> {
  const { channel, id } = one.candidate
  const refused = () => {
    throw new AccountTaken()
  }
  try {
    const outcome = await claimingAccount(deps.claims, cx, { channel, account: id, refused }, () =>
      cx.transaction((cx) => {
        const known = findHolder(cx, channel, id) ?? findFormer(cx, channel, id)
        const connection = known ?? create(cx, doer, one)
        keep(cx, deps, connection, one)
        if (known) note(cx, doer, 'reconnect', connection)
        return { connection, isNew: known === undefined }
      }),
    )
    const { connection } = outcome
    const receiver = receiverFor(deps.encryptionFor(APP_SECRETS), {
      ...{ channel, account: id, companyId: cx.tenant.id, connectionId: connection.id },
      metaUserId: one.facts.userId,
    })
    await deps.controlWrites.run(storeReceiver, receiver)
    open(cx, deps, connection, one)
    return outcome
  } catch (error) {
    if (error instanceof AccountTaken) return 'otherCompany'
    if (error instanceof AppError && error.code === 'ERR_PLAN_LIMIT') return 'limit'
    throw error
  }
}

/** Somebody else was faster. */
class AccountTaken extends Error {}

function create(cx: Cx, doer: Actor, { candidate: { name, channel }, queueIds }: One): Connection {
  return createConnection(cx, { name: freeName(cx.db, name, channel), channel, queueIds: [...queueIds] }, doer)
}

function keep(cx: Cx, { now }: ConnectDeps, { id }: Connection, { candidate, facts }: One) {
  const known = findMetaAccount(cx.db, id)
  storeMetaAccount(cx, {
    quality: null,
    limit: null,
    isCoexistent: false,
    ...known,
    connectionId: id,
    account: candidate.id,
    businessId: candidate.pageId,
    displayName: candidate.name,
    username: candidate.username,
    tokenEndsAt: facts.endsAt,
    subscribedAt: now(),
    // The check that follows fetches the picture.
    checkedAt: 0,
  })
}

function open(cx: Cx, { meta }: ConnectDeps, { id }: Connection, { candidate, facts }: One) {
  const { channel, id: account, pageId, token } = candidate
  const credentials = {
    channel,
    account,
    sender: pageId,
    businessId: null,
    token,
    appSecret: null,
    userId: facts.userId,
  }
  meta.connect(refIn(cx, id), credentials, null)
}
