/**
 * Sends messages and actions, each once: every request is noted before it is sent (attempts.ts). Without an answer, the
 * message waits until a status or an echo names it, or until its doubt ends.
 */

import { addressKey } from '../../contacts/address'
import type { Log } from '../../platform/log'
import { SECOND } from '../../platform/time'
import {
  type Address,
  type ConnectionRef,
  keyOf,
  type Outgoing,
  type OutgoingAction,
  type SendResult,
} from '../channel'
import { type AcceptanceDeps, createAcceptances, later } from './acceptances'
import { findOurs, noteAttempt, removeAttempt } from './attempts'
import { type ConnectionTrouble, isAmbiguous, judgeFailure } from './failures'
import { GraphFailed, GraphSilent } from './graph'
import { listEchoes } from './journal'
import { type Account, type Post, type Product, Unsendable } from './product'

const UNREACHABLE_PAUSE_MS = 5 * SECOND
/** A message without an answer may be found among the echoes. */
const ECHO_INTERVAL_MS = 2 * SECOND

export type SendingDeps = AcceptanceDeps & {
  trouble(ref: ConnectionRef, trouble: ConnectionTrouble): void
  readonly log: Log
}

export type Sending = ReturnType<typeof createSending>

export function createSending(deps: SendingDeps) {
  const { openSessionStore, now, doubt, log } = deps
  const { stateOf, accept } = createAcceptances(deps)
  const pauses = createPauses(now)

  async function send(account: Account, product: Product, outgoing: Outgoing): Promise<SendResult> {
    const wait = pauses.left(account.ref)
    if (wait > 0) return later(wait)
    const known = stateOf(account.ref, outgoing.externalId)
    return known && !(product.echoesOf && known.outcome === 'later') ? known : rendered(account, product, outgoing)
  }

  async function rendered(account: Account, product: Product, outgoing: Outgoing): Promise<SendResult> {
    let posts: readonly Post[]
    try {
      posts = await product.render(account, outgoing)
    } catch (error) {
      return resultOf(account, error)
    }
    let result: SendResult = { outcome: 'refused', reason: 'metaRefused' }
    for (const post of posts) {
      result = await postOnce(account, product, post, outgoing.to)
      if (result.outcome !== 'sent') return result
    }
    return result
  }

  async function sendAction(account: Account, product: Product, action: OutgoingAction): Promise<SendResult> {
    const wait = pauses.left(account.ref)
    if (wait > 0) return later(wait)
    const post = product.renderAction(account, action)
    return post ? postOnce(account, product, post, action.to) : { outcome: 'refused', reason: 'kindRefused' }
  }

  async function postOnce(account: Account, product: Product, post: Post, to: Address): Promise<SendResult> {
    const { ref, credentials, appSecret, graph } = account
    const key = { connectionId: ref.connectionId, ours: post.ours }
    const db = openSessionStore(ref.tenantUuid)
    const known = stateOf(ref, post.ours)
    if (known) return known.outcome === 'later' ? (echoed(account, product, post, to) ?? known) : known
    noteAttempt(db, key, addressKey(to), now())
    let answer: unknown
    try {
      const { path, body } = post
      answer = await graph.call({ method: 'POST', path, body, token: credentials.token, appSecret })
    } catch (error) {
      if (isInDoubt(error)) return inDoubt(product)
      removeAttempt(db, key)
      return resultOf(account, error)
    }
    const accepted = product.acceptedIn(answer)
    return accepted ? accept(ref, post.ours, { to, ...accepted }) : inDoubt(product)
  }

  const inDoubt = (product: Product): SendResult => later(product.echoesOf ? Math.min(ECHO_INTERVAL_MS, doubt) : doubt)

  /** The answer was lost, and the channel's echoes do not name our messages: the one with the same content is of this one. */
  function echoed(account: Account, product: Product, post: Post, to: Address): SendResult | undefined {
    if (!product.echoesOf) return undefined
    const { tenantUuid, connectionId } = account.ref
    const db = openSessionStore(tenantUuid)
    const echoes = listEchoes(db, connectionId, addressKey(to))
    const externalId = product.echoesOf(post, echoes).find((id) => findOurs(db, connectionId, id) === undefined)
    if (externalId === undefined) return inDoubt(product)
    return accept(account.ref, post.ours, { to, externalId, recipient: [] })
  }

  /** For a request that Meta has not accepted. */
  function resultOf(account: Account, error: unknown): SendResult {
    if (error instanceof Unsendable) return { outcome: 'refused', reason: error.reason }
    if (error instanceof GraphSilent) return pauses.begin(account.ref, UNREACHABLE_PAUSE_MS)
    if (!(error instanceof GraphFailed)) throw error
    const { ref } = account
    const verdict = judgeFailure(error)
    const { code, subcode, details } = error
    log.info({ tenant: ref.tenantUuid, connection: ref.connectionId, code, subcode, details }, 'meta: refused')
    switch (verdict.is) {
      case 'refused':
        if (verdict.connection) deps.trouble(ref, verdict.connection)
        return { outcome: 'refused', reason: verdict.reason }
      case 'temporary':
        return { outcome: 'unknown' }
      case 'busy':
        return verdict.whom === 'contact' ? later(verdict.after) : pauses.begin(ref, verdict.after)
      case 'stopped':
        deps.trouble(ref, verdict.connection)
        return { outcome: 'notNow' }
    }
  }

  return { send, sendAction, forget: pauses.end }
}

/** Until when accounts send nothing, because Meta asked us to wait or was not reached. */
function createPauses(now: () => number) {
  const until = new Map<string, number>()
  return {
    left: (ref: ConnectionRef): number => Math.max(0, (until.get(keyOf(ref)) ?? 0) - now()),
    begin(ref: ConnectionRef, ms: number): SendResult {
      until.set(keyOf(ref), now() + ms)
      return later(ms)
    },
    end: (ref: ConnectionRef): void => void until.delete(keyOf(ref)),
  }
}

const isInDoubt = (error: unknown): boolean =>
  (error instanceof GraphSilent && error.wasSent) || (error instanceof GraphFailed && isAmbiguous(error))
