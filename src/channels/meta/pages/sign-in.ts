/** Signs a person in to Meta, and keeps what it found until pages are chosen: in memory, for minutes, used once. */
import type { Actor } from '../../../actor'
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import type { Encryption } from '../../../platform/encryption'
import { newToken } from '../../../platform/secret'
import { MINUTE } from '../../../platform/time'
import { metaErrors } from '../errors'
import { type Graph, GraphFailed, GraphSilent } from '../graph'
import {
  inspectToken,
  type ListedPage,
  lastingToken,
  listPages,
  type MetaApp,
  readPerson,
  redeemCode,
  type TokenFacts,
} from './api'
import { pageErrors } from './errors'

const SIGN_IN_MS = 15 * MINUTE
const CHOICE_MS = 15 * MINUTE
const MAX_KEPT = 500

const SCOPES = [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'instagram_basic',
  'instagram_manage_messages',
  'business_management',
] as const

/** The pages of a person, with their tokens. */
export type PersonsPages = {
  readonly person: string
  readonly pages: readonly ListedPage[]
  readonly facts: TokenFacts
}

type Owner = { readonly company: string; readonly userId: number; readonly until: number }
type BegunSignIn = Owner & { readonly redirectUri: string }
/** `sealed`: the person's pages with their tokens, as JSON. */
type FinishedSignIn = Owner & { readonly sealed: string }

export type PageSignInDeps = {
  readonly graph: Graph
  readonly encryption: Encryption
  app(): MetaApp
  now(): number
  /** Where people sign in: `https://www.facebook.com`, or the server that stands in for Graph. */
  dialogUrl(): string
}

export function createPageSignIn({ graph, encryption, app, now, dialogUrl }: PageSignInDeps) {
  const begun = new Map<string, BegunSignIn>()
  const found = new Map<string, FinishedSignIn>()

  const ownedBy = (cx: Cx, { userId }: Actor, life: number): Owner => ({
    company: cx.tenant.uuid,
    userId,
    until: now() + life,
  })

  /** Fails for what somebody else has begun, what is too old, and what was used. */
  function take<T extends Owner>(kept: Map<string, T>, key: string, cx: Cx, { userId }: Actor): T {
    const one = kept.get(key)
    if (one?.company !== cx.tenant.uuid || one.userId !== userId || one.until <= now())
      return fail(pageErrors.ERR_META_SIGN_IN_STATE)
    kept.delete(key)
    return one
  }

  function keep<T extends Owner>(kept: Map<string, T>, one: T): string {
    for (const [key, { until }] of kept) if (until <= now()) kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    const key = newToken()
    kept.set(key, one)
    return key
  }

  /** By a token of the person, which may be short-lived. */
  async function find(token: string, personId?: string): Promise<PersonsPages> {
    const own = requireApp(app())
    try {
      // Of the person first: tokens of pages that are drawn from a lasting one do not end.
      const lasting = await lastingToken(graph, own, token)
      const signed = { token: lasting, appSecret: own.secret }
      const facts = await inspectToken(graph, own, lasting)
      const { id, name } = await readPerson(graph, signed)
      return { person: name, facts: { ...facts, userId: id }, pages: await listPages(graph, signed, personId ?? id) }
    } catch (error) {
      return failed(error)
    }
  }

  return {
    find,

    /** Returns where the person signs in. */
    start(cx: Cx, actor: Actor, redirectUri: string): string {
      const { id } = requireApp(app())
      const state = keep(begun, { ...ownedBy(cx, actor, SIGN_IN_MS), redirectUri })
      const url = new URL(dialogUrl())
      const query = { client_id: id, redirect_uri: redirectUri, state, response_type: 'code', scope: SCOPES.join(',') }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },

    /** Returns what was found, and the key that stands for it. */
    async finish(
      cx: Cx,
      actor: Actor,
      {
        state,
        code,
        error = '',
      }: { readonly state: string; readonly code?: string | undefined; readonly error?: string | undefined },
    ): Promise<PersonsPages & { readonly key: string }> {
      const { redirectUri } = take(begun, state, cx, actor)
      if (code === undefined) return fail(pageErrors.ERR_META_SIGN_IN_FAILED, { answer: error.slice(0, 300) })
      const token = await redeemCode(graph, requireApp(app()), code, redirectUri).catch(failed)
      const pages = await find(token)
      const sealed = encryption.encrypt(JSON.stringify(pages), actorKey(cx, actor))
      return { ...pages, key: keep(found, { ...ownedBy(cx, actor, CHOICE_MS), sealed }) }
    },

    /** What the key stands for. It can be used once. */
    take(cx: Cx, actor: Actor, key: string): PersonsPages {
      const { sealed } = take(found, key, cx, actor)
      return JSON.parse(encryption.decrypt(sealed, actorKey(cx, actor))) as PersonsPages // written by finish
    },
  }
}

const actorKey = (cx: Cx, { userId }: Actor): string => JSON.stringify([cx.tenant.uuid, userId])

const requireApp = (app: MetaApp): MetaApp =>
  app.id === '' || app.secret === '' ? fail(pageErrors.ERR_META_SIGN_IN_OFF) : app

function failed(error: unknown): never {
  if (error instanceof GraphSilent) return fail(metaErrors.ERR_META_SILENT)
  if (error instanceof GraphFailed)
    return fail(pageErrors.ERR_META_SIGN_IN_FAILED, { answer: error.details.slice(0, 300) })
  throw error
}

/** Meta's dialog is not part of Graph; what stands in for Graph has both. */
export function dialogUrl({ url, version }: { readonly url: string; readonly version: string }): string {
  const host = new URL(url).host === 'graph.facebook.com' ? 'https://www.facebook.com' : url
  return `${host}/${version}/dialog/oauth`
}
