/** A webhook from Meta: proves its signature, divides it among accounts, and stores each company's share in its journal. */
import { fail } from '../../../errors'
import { readJson } from '../../../platform/json'
import { createLimiter } from '../../../platform/limiter'
import type { Log } from '../../../platform/log'
import { getOrMake } from '../../../platform/maps'
import { MINUTE, SECOND } from '../../../platform/time'
import type { MetaEngine } from '../engine'
import { metaErrors } from '../errors'
import type { NewPart } from '../journal'
import type { Part, Product, ProductName } from '../product'
import type { Receiver, Receivers } from './accounts'
import { createBodyReader, MAX_BODY_BYTES, sizeOf } from './body'
import { createPauses, type Pauses } from './pauses'
import { signatureOf, signerOf } from './signature'

/** For a network that sends only forged webhooks. A genuine one clears the count: Meta sends for all apps from the same addresses. */
const BAD = { most: 100, window: MINUTE, shut: 10 * SECOND }
/** A thousand events have about fifty thousand values. */
const MAX_VALUES = 300_000
const MAX_REPORTED_ACCOUNTS = 1000

export type WebhookDeps = {
  readonly engine: Pick<MetaEngine, 'store' | 'loadProduct'>
  receivers(): Receivers
  /** Of the operator's app; empty without one. */
  appSecret(): string
  now(): number
  readonly log: Log
}

type Envelope = { readonly object?: unknown; readonly entry?: unknown }

export function createWebhook(deps: WebhookDeps) {
  const { engine, receivers, log } = deps
  const bad = createLimiter(deps.now, BAD)
  const withBytes = createBodyReader()
  const reported = new Set<string>()

  /** Before the body is read. Its size may be unknown. */
  function requireAcceptable(request: Request): void {
    if (signatureOf(request.headers) === null) fail(metaErrors.ERR_META_SIGNATURE)
    if ((sizeOf(request) ?? 0) > MAX_BODY_BYTES) fail('ERR_PAYLOAD_TOO_LARGE', { bytes: MAX_BODY_BYTES })
  }

  function requireGoodNetwork(network: string): void {
    const wait = bad.wait(network)
    if (wait > 0) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: Math.ceil(wait / SECOND) })
  }

  const secrets = (): readonly string[] => {
    const own = deps.appSecret()
    return [...new Set([...(own === '' ? [] : [own]), ...receivers().secrets])]
  }

  /** Returns the companies that it was for. */
  async function receive(request: Request, network: string): Promise<readonly string[]> {
    requireAcceptable(request)
    requireGoodNetwork(network)
    const candidates = secrets()
    if (candidates.length === 0) fail(metaErrors.ERR_META_SIGNATURE)
    const shares = await withBytes(request, network, async (bytes) => {
      const pauses = createPauses()
      const signature = signatureOf(request.headers) ?? fail(metaErrors.ERR_META_SIGNATURE)
      const secret = await signerOf(bytes, signature, candidates, pauses)
      if (secret === undefined) {
        bad.failed(network)
        return fail(metaErrors.ERR_META_SIGNATURE)
      }
      bad.succeeded(network)
      return divide(Buffer.from(bytes).toString('utf8'), secret, pauses)
    })
    const stored = await Promise.allSettled([...shares].map(([uuid, parts]) => engine.store(uuid, parts)))
    // Meta repeats the whole webhook. What is stored already is recognised.
    for (const one of stored) if (one.status === 'rejected') throw one.reason
    return [...shares.keys()]
  }

  /** The parts for each company. */
  async function divide(text: string, secret: string, pauses: Pauses): Promise<ReadonlyMap<string, NewPart[]>> {
    const shares = new Map<string, NewPart[]>()
    await pauses.before(text.length)
    const { object, entry } = (readJson(text, MAX_VALUES) ?? {}) as Envelope // checked piece by piece
    if (typeof object !== 'string' || !Array.isArray(entry)) return shares
    const name: ProductName = object === 'whatsapp_business_account' ? 'cloud' : 'pages'
    const product = await engine.loadProduct(name)
    for (const one of entry) {
      await pauses.before(text.length / entry.length)
      for (const part of product.split(one, object)) {
        const { to, ...content } = part
        for (const { tenantUuid, connectionId } of findReceivers(product, to, secret))
          getOrMake(shares, tenantUuid, () => []).push({ ...content, product: name, connectionId })
      }
    }
    return shares
  }

  /** Only those whose app has signed. */
  function findReceivers(product: Product, to: Part['to'], secret: string): readonly Receiver[] {
    const { byAccount, byBusiness } = receivers()
    const named = ('account' in to ? byAccount.get(to.account) : byBusiness.get(to.business)) ?? []
    const own = named.filter(
      (one) => product.channels.includes(one.channel) && (one.secret ?? deps.appSecret()) === secret,
    )
    if (own.length === 0) noteUnknown('account' in to ? to.account : to.business)
    return own
  }

  /** Not an error: an app may have more accounts than there are connections. */
  function noteUnknown(account: string): void {
    if (reported.has(account) || reported.size >= MAX_REPORTED_ACCOUNTS) return
    reported.add(account)
    log.info({ account: account.slice(0, 40) }, 'meta: an event for an account that no connection has')
  }

  return {
    requireAcceptable,
    requireGoodNetwork,
    receive,
    /** Somebody guessed the verify token wrongly. */
    failed: bad.failed,
  }
}
