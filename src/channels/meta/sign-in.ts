/** Signs people in to Meta, and keeps what was found until they choose: in memory, for minutes, used once. */
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import type { Services } from '../../platform/module'
import { newToken } from '../../platform/secret'
import { MINUTE } from '../../platform/time'
import { isComplete, type MetaApp, operatorsApp, redeemCode } from './app'
import type { FinishSignIn, SignInProduct } from './contract'
import { metaErrors } from './errors'
import { type Graph, GraphFailed, GraphSilent, isMetaItself } from './graph'

const SIGN_IN_MS = 15 * MINUTE
const CHOICE_MS = 15 * MINUTE
const MAX_KEPT = 500

type Owner = { readonly company: string; readonly userId: number; readonly until: number }
type BegunSignIn = Owner & { readonly redirectUri: string }
/** `sealed`: what was found, with its tokens, as JSON. */
type FinishedSignIn = Owner & { readonly sealed: string }

export type SignInDeps = {
  readonly graph: Graph
  readonly encryption: Encryption
  app(): MetaApp
  now(): number
  dialogUrl(): string
}

export const signInDeps = (
  services: Pick<Services, 'meta' | 'encryptionFor' | 'operatorSettings' | 'clock'>,
): SignInDeps => ({
  graph: services.meta.graph,
  encryption: services.encryptionFor('meta sign-in'),
  app: () => operatorsApp(services),
  now: services.clock,
  dialogUrl: () =>
    dialogUrl(services.operatorSettings.read('graphUrl'), services.operatorSettings.read('graphVersion')),
})

type SignInKind<Found> = {
  readonly product: SignInProduct
  /** By a token of the person, which may be short-lived. */
  find(token: string): Promise<Found>
}

export function createSignIn<Found extends object>(deps: SignInDeps, { product, find }: SignInKind<Found>) {
  const { graph, encryption, now } = deps
  const begun = new Map<string, BegunSignIn>()
  const found = new Map<string, FinishedSignIn>()
  const app = () => requireApp(deps.app())

  const ownedBy = (cx: Cx, { userId }: Actor, life: number): Owner => ({
    company: cx.tenant.uuid,
    userId,
    until: now() + life,
  })

  /** Fails for what somebody else has begun, what is too old, and what was used. */
  function take<T extends Owner>(kept: Map<string, T>, key: string, cx: Cx, { userId }: Actor): T {
    const one = kept.get(key)
    if (one?.company !== cx.tenant.uuid || one.userId !== userId || one.until <= now())
      return fail(metaErrors.ERR_META_SIGN_IN_STATE)
    kept.delete(key)
    return one
  }

  function put<T extends Owner>(kept: Map<string, T>, one: T): string {
    for (const [key, { until }] of kept) if (until <= now()) kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    const key = `${product}.${newToken()}`
    kept.set(key, one)
    return key
  }

  /** Returns the key that stands for what was found. */
  function keep(cx: Cx, actor: Actor, what: Found): string {
    const sealed = encryption.encrypt(JSON.stringify(what), actorKey(cx, actor))
    return put(found, { ...ownedBy(cx, actor, CHOICE_MS), sealed })
  }

  return {
    /** Returns where the person signs in. `asked`: what the dialog is to grant. */
    start(cx: Cx, actor: Actor, redirectUri: string, asked: Readonly<Record<string, string>>): string {
      const { id } = app()
      const state = put(begun, { ...ownedBy(cx, actor, SIGN_IN_MS), redirectUri })
      const url = new URL(deps.dialogUrl())
      const query = { client_id: id, redirect_uri: redirectUri, state, response_type: 'code', ...asked }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },

    /** Returns what was found, and the key that stands for it. */
    async finish(cx: Cx, actor: Actor, { state, code, error = '' }: FinishSignIn): Promise<Found & { key: string }> {
      const { redirectUri } = take(begun, state, cx, actor)
      if (code === undefined) return fail(metaErrors.ERR_META_SIGN_IN_FAILED, { answer: error.slice(0, 300) })
      const token = await redeemCode(graph, app(), code, redirectUri).catch(signInFailed)
      const what = await find(token)
      return { ...what, key: keep(cx, actor, what) }
    },

    keep,

    /** What the key stands for. It can be used once. */
    take(cx: Cx, actor: Actor, key: string): Found {
      const { sealed } = take(found, key, cx, actor)
      return JSON.parse(encryption.decrypt(sealed, actorKey(cx, actor))) as Found // written by finish
    },
  }
}

const actorKey = (cx: Cx, { userId }: Actor): string => JSON.stringify([cx.tenant.uuid, userId])

export const requireApp = (app: MetaApp): MetaApp => (isComplete(app) ? app : fail(metaErrors.ERR_META_SIGN_IN_OFF))

export function signInFailed(error: unknown): never {
  if (error instanceof GraphSilent) return fail(metaErrors.ERR_META_SILENT)
  if (error instanceof GraphFailed)
    return fail(metaErrors.ERR_META_SIGN_IN_FAILED, { answer: error.details.slice(0, 300) })
  throw error
}

/** Meta's dialog is not part of Graph; what stands in for Graph has both. */
function dialogUrl(graphUrl: string, version: string): string {
  return `${isMetaItself(graphUrl) ? 'https://www.facebook.com' : graphUrl}/${version}/dialog/oauth`
}
