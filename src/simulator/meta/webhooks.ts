/**
 * Webhooks to apps: signed over the very bytes, posted again until answered 200, batched while held. An hour of failures
 * unsubscribes the app from a page.
 */
import { createHmac } from 'node:crypto'
import type {
  MetaApp,
  MetaBusiness,
  MetaDelivery,
  MetaInstagram,
  MetaNumber,
  MetaPage,
  WebhookObject,
} from './contract'
import { isRecord } from './graph'
import type { MetaWorld } from './world'

type Element = Readonly<Record<string, unknown>>
/** One event for one app, before it becomes part of a POST. */
type WebhookItem = {
  readonly app: MetaApp
  readonly url: string
  readonly object: WebhookObject
  readonly entry: string
  readonly list: 'messaging' | 'standby' | 'changes'
  readonly element: Element
  readonly page: MetaPage | null
}

type Settings = { readonly retryAfterMs: readonly number[]; readonly timeoutMs: number }

const HOUR = 3_600_000
const MAX_KEPT = 2000

export class Webhooks {
  readonly deliveries: MetaDelivery[] = []
  /** Posts with a wrong signature, if a test asks for it. */
  signsWrongly = false
  readonly #world: MetaWorld
  readonly #settings: Settings
  #held: WebhookItem[] | null = null
  #order: Promise<unknown> = Promise.resolve()
  #underWay = 0
  #isStopped = false
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #waiting = new Set<() => void>()
  /** Since when nothing was answered 200, by app and page. */
  readonly #failingSince = new Map<string, number>()

  constructor(world: MetaWorld, settings: Settings) {
    this.#world = world
    this.#settings = settings
  }

  /** The next events wait for `flush`. */
  hold() {
    this.#held ??= []
  }

  /** Posts what was held: `together` as one POST for each app and object, else one by one. */
  async flush({ together = true, isReversed = false }: { together?: boolean; isReversed?: boolean } = {}) {
    const held = this.#held ?? []
    this.#held = null
    if (isReversed) held.reverse()
    const groups = together
      ? [...Map.groupBy(held, ({ url, object, app }) => `${app.id}|${url}|${object}`).values()]
      : held.map((one) => [one])
    for (const group of groups) this.#enqueue(group)
    await this.settled()
  }

  /** Resolves when every webhook was answered or given up. */
  async settled(): Promise<void> {
    if (this.#underWay > 0) await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  /** Work that ends in webhooks: `settled` waits for it, too. */
  follow(work: Promise<unknown>) {
    this.#underWay += 1
    void work.finally(() => this.#finish())
  }

  stop() {
    this.#isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    for (const resolve of this.#waiting) resolve()
  }

  /** An event of a page or its Instagram account, to each app that subscribed the page to the field. */
  tellPage(account: MetaPage | MetaInstagram, field: string, element: Element): Promise<void> {
    const page = account.kind === 'page' ? account : account.page
    const object = account.kind === 'page' ? 'page' : 'instagram'
    const items: WebhookItem[] = []
    for (const [appId, fields] of page.subscriptions) {
      const app = this.#world.apps.get(appId)
      if (!app || app.callbackUrl === null) continue
      const isWanted = object === 'page' ? fields.has(field) : app.fields.instagram.includes(instagramField(field))
      if (!isWanted || (object === 'page' && !app.fields.page.includes(field))) continue
      const isStandby = page.primaryApp !== null && page.primaryApp !== appId
      if (isStandby && object === 'page' && !fields.has('standby')) continue
      const list = isStandby ? 'standby' : 'messaging'
      items.push({ app, url: app.callbackUrl, object, entry: account.id, list, element, page })
    }
    return this.#tell(items)
  }

  /** A change of a business account, to each app subscribed to it. */
  tellBusiness(business: MetaBusiness, field: string, value: Element): Promise<void> {
    const items: WebhookItem[] = []
    for (const [appId, own] of business.subscriptions) {
      const app = this.#world.apps.get(appId)
      const url = own?.url ?? app?.callbackUrl
      if (!app || !url || !app.fields.whatsapp_business_account.includes(field)) continue
      const element = { value, field }
      items.push({
        app,
        url,
        object: 'whatsapp_business_account',
        entry: business.id,
        list: 'changes',
        element,
        page: null,
      })
    }
    return this.#tell(items)
  }

  /** A change under a number, which carries its metadata. */
  tellNumber(number: MetaNumber, field: string, value: Element): Promise<void> {
    const metadata = { display_phone_number: number.phone, phone_number_id: number.id }
    return this.tellBusiness(number.business, field, { messaging_product: 'whatsapp', metadata, ...value })
  }

  #tell(items: readonly WebhookItem[]): Promise<void> {
    if (this.#held) {
      this.#held.push(...items)
      return Promise.resolve()
    }
    return Promise.all(items.map((item) => this.#enqueue([item]))).then(() => undefined)
  }

  /** Posts in order. Resolves after the first attempt. */
  #enqueue(items: readonly WebhookItem[]): Promise<void> {
    const first = items[0]
    if (!first || this.#isStopped) return Promise.resolve()
    const body = escaped(JSON.stringify(bodyOf(first.object, items, this.#world.now())))
    const times = this.#world.habits.duplicateWebhooks ? 2 : 1
    this.#underWay += times
    const sent = this.#order.then(async () => {
      for (let time = 0; time < times; time++) await this.#post(items, body, 0)
    })
    this.#order = sent
    return sent
  }

  async #post(items: readonly WebhookItem[], body: string, attempt: number): Promise<void> {
    const first = items[0]
    const wait = this.#settings.retryAfterMs[attempt]
    const status = first ? await this.#attempt(first, body, attempt) : null
    const isDone = status === 200
    this.#noteOutcome(items, isDone)
    if (isDone || wait === undefined || this.#isStopped || !items.some(isSubscribed)) return this.#finish()
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#post(items, body, attempt + 1)
    }, wait)
    this.#timers.add(timer)
  }

  #finish() {
    this.#underWay -= 1
    if (this.#underWay > 0) return
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }

  async #attempt({ app, url }: WebhookItem, body: string, attempt: number): Promise<number | null> {
    const delivery: MetaDelivery = { url, app: app.id, body, attempt, status: null }
    this.deliveries.push(delivery)
    if (this.deliveries.length > MAX_KEPT) this.deliveries.shift()
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'facebookexternalua',
          accept: '*/*',
          'x-hub-signature': `sha1=${this.#signature(app, body, 'sha1')}`,
          'x-hub-signature-256': `sha256=${this.#signature(app, body, 'sha256')}`,
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#settings.timeoutMs),
      })
      await answer.arrayBuffer()
      delivery.status = answer.status
    } catch {
      // No answer, or none in time.
    }
    return delivery.status
  }

  #signature({ secret }: MetaApp, body: string, algorithm: 'sha1' | 'sha256'): string {
    return signatureOf(this.signsWrongly ? `not ${secret}` : secret, body, algorithm)
  }

  #noteOutcome(items: readonly WebhookItem[], isDone: boolean) {
    const now = this.#world.now()
    for (const { app, page } of items) {
      if (!page) continue
      const key = `${app.id}|${page.id}`
      if (isDone) this.#failingSince.delete(key)
      else if (!this.#failingSince.has(key)) this.#failingSince.set(key, now)
      else if (now - (this.#failingSince.get(key) ?? now) >= HOUR) {
        page.subscriptions.delete(app.id)
        this.#failingSince.delete(key)
      }
    }
  }
}

/** Over the very bytes of the body, in lowercase hex. */
export const signatureOf = (secret: string, body: string, algorithm: 'sha1' | 'sha256' = 'sha256') =>
  createHmac(algorithm, secret).update(body).digest('hex')

const isSubscribed = ({ app, page }: WebhookItem) => page === null || page.subscriptions.has(app.id)

/** Instagram's names of the fields that Messenger calls otherwise. */
const instagramNames: Readonly<Record<string, string>> = {
  message_reads: 'messaging_seen',
  message_edits: 'message_edit',
  message_echoes: 'messages',
}
const instagramField = (field: string) => instagramNames[field] ?? field

/** Adjacent events of one account share an entry; those of one number and field share a value. */
function bodyOf(object: WebhookObject, items: readonly WebhookItem[], now: number) {
  const entries: { id: string; time: number; [list: string]: unknown }[] = []
  for (const { entry, list, element } of items) {
    let last = entries.at(-1)
    if (last?.id !== entry || !Array.isArray(last[list])) {
      last = { id: entry, time: list === 'changes' ? Math.floor(now / 1000) : now, [list]: [] }
      entries.push(last)
    }
    const elements = last[list] as Element[] // set above
    const before = elements.at(-1)
    if (list !== 'changes' || !before || !joined(before, element)) elements.push(structuredClone(element))
  }
  return { object, entry: entries }
}

/** Adds the lists of a change to those of the one before, if both are of the same number and field. */
function joined(before: Element, { field, value }: Element): boolean {
  if (before.field !== field || !isRecord(value) || !isRecord(before.value)) return false
  const [ours, theirs] = [before.value, value]
  if (!isRecord(ours.metadata) || !isRecord(theirs.metadata)) return false
  if (ours.metadata.phone_number_id !== theirs.metadata.phone_number_id) return false
  const names = Object.keys(theirs).filter((name) => Array.isArray(theirs[name]))
  for (const name of names) {
    const [known, more] = [ours[name], theirs[name]]
    ours[name] = [...(Array.isArray(known) ? known : []), ...(Array.isArray(more) ? more : [])]
  }
  return true
}

/** As Meta writes JSON: non-ASCII as lowercase escapes, and slashes escaped. */
export const escaped = (json: string): string =>
  json
    .replaceAll('/', String.raw`\/`)
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Meta's handshake: the challenge must come back as bare text. Returns what is wrong, or null. */
export async function handshake(url: string, verifyToken: string): Promise<string | null> {
  const challenge = String(Math.floor(Math.random() * 1e10))
  const address = new URL(url)
  address.searchParams.set('hub.mode', 'subscribe')
  address.searchParams.set('hub.challenge', challenge)
  address.searchParams.set('hub.verify_token', verifyToken)
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    const text = await answer.text()
    if (answer.status !== 200) return `HTTP Status Code = ${answer.status}; HTTP Message = ${answer.statusText}`
    return text === challenge ? null : 'curl_errno = 0; the response does not match the challenge'
  } catch {
    return 'curl_errno = 7; Connection refused'
  }
}
