/** Everything that exists at this Meta, and who may see whom. */
import type {
  MetaAccount,
  MetaApp,
  MetaBusiness,
  MetaHabits,
  MetaMessage,
  MetaNumber,
  MetaOptions,
  MetaPage,
  MetaPerson,
  MetaTemplate,
  MetaUser,
} from './contract'
import { Tokens } from './tokens'

const DAY = 86_400_000
const PHONE_KNOWN_MS = 30 * DAY
const CHARGED_SINCE = Date.UTC(2026, 9, 1)

const usualHabits: MetaHabits = {
  echoBeforeAnswer: false,
  duplicateWebhooks: false,
  scrambledStatuses: false,
  reportsStatuses: true,
  hiddenPhones: 'omitted',
  approvesTemplatesAfterMs: null,
}

export class MetaWorld {
  readonly now: () => number
  readonly habits: MetaHabits
  readonly freeServiceMessages: number
  readonly chargesAnswersSince: number
  readonly apps = new Map<string, MetaApp>()
  readonly users = new Map<string, MetaUser>()
  readonly accounts = new Map<string, MetaAccount>()
  readonly businesses = new Map<string, MetaBusiness>()
  readonly persons = new Map<string, MetaPerson>()
  readonly messages = new Map<string, MetaMessage>()
  readonly tokens: Tokens
  /** Set once the server listens. */
  url = ''
  /** When the person last did what opens the window, by account. */
  readonly #opened = new Map<string, number>()
  /** When the number last wrote to the person's phone. */
  readonly #wroteToPhone = new Map<string, number>()
  /** Ids of people that differ from the given ones, by account or business. */
  readonly #scoped = new Map<string, MetaPerson>()
  readonly #scopedIds = new Map<string, string>()
  readonly #listeners = new Set<(message: MetaMessage) => void>()
  #lastId = 100_000_000_000_000

  constructor({
    now = Date.now,
    habits = {},
    freeServiceMessages = 1000,
    chargesAnswersSince = CHARGED_SINCE,
  }: MetaOptions) {
    this.now = now
    this.habits = { ...usualHabits, ...habits }
    this.freeServiceMessages = freeServiceMessages
    this.chargesAnswersSince = chargesAnswersSince
    this.tokens = new Tokens(this.apps, now)
  }

  newId(): string {
    this.#lastId += 1
    return String(this.#lastId)
  }

  seconds(): string {
    return String(Math.floor(this.now() / 1000))
  }

  pages(): readonly MetaPage[] {
    return [...this.accounts.values()].filter((one) => one.kind === 'page')
  }

  numbers(): readonly MetaNumber[] {
    return [...this.accounts.values()].filter((one) => one.kind === 'number')
  }

  findTemplate(id: string): MetaTemplate | undefined {
    return [...this.businesses.values()].flatMap(({ templates }) => [...templates]).find((one) => one.id === id)
  }

  /**
   * The person's id at an account, or at the business of a number: nobody has the same at two. The ids a test gives are
   * those at the first account the person meets.
   */
  scopedId(person: MetaPerson, account: MetaAccount): string {
    const [scope, given] =
      account.kind === 'number'
        ? [account.business.id, person.bsuid]
        : [account.id, account.kind === 'page' ? person.psid : person.igsid]
    const key = `${scope}|${person.key}`
    const known = this.#scopedIds.get(key)
    if (known !== undefined) return known
    const kindKey = `${account.kind}|${given}`
    const isFirst = !this.#scopedIds.has(kindKey)
    const id = isFirst ? given : account.kind === 'number' ? `${given.slice(0, 3)}${this.newId()}` : this.newId()
    if (isFirst) this.#scopedIds.set(kindKey, id)
    this.#scopedIds.set(key, id)
    this.#scoped.set(`${scope}|${id}`, person)
    return id
  }

  /** With another phone a person gets other ids at all businesses; the former ones are nobody's. */
  renewBusinessIds(person: MetaPerson) {
    for (const scope of this.businesses.keys()) {
      const key = `${scope}|${person.key}`
      this.#scoped.delete(`${scope}|${this.#scopedIds.get(key)}`)
      this.#scopedIds.delete(key)
    }
  }

  /** Who has this id at the account. */
  personAt(account: MetaAccount, id: string): MetaPerson | undefined {
    const scope = account.kind === 'number' ? account.business.id : account.id
    return this.#scoped.get(`${scope}|${id}`)
  }

  personWithPhone(digits: string): MetaPerson | undefined {
    return [...this.persons.values()].find(({ phone, waId }) => phone === digits || waId === digits)
  }

  openWindow(account: MetaAccount, person: MetaPerson) {
    this.#opened.set(`${account.id}|${person.key}`, this.now())
  }

  /** Milliseconds since the person last wrote; infinite if never. */
  sinceInbound(account: MetaAccount, person: MetaPerson): number {
    const at = this.#opened.get(`${account.id}|${person.key}`)
    return at === undefined ? Number.POSITIVE_INFINITY : this.now() - at
  }

  noteSentToPhone(number: MetaNumber, person: MetaPerson) {
    this.#wroteToPhone.set(`${number.id}|${person.key}`, this.now())
  }

  /** Somebody with a username hides the phone from those who have not written to it lately. */
  seesPhone(number: MetaNumber, person: MetaPerson): boolean {
    if (person.username === null) return true
    const at = this.#wroteToPhone.get(`${number.id}|${person.key}`)
    return at !== undefined && this.now() - at < PHONE_KNOWN_MS
  }

  addMessage(message: Omit<MetaMessage, 'at' | 'status' | 'isUnsent' | 'edits'>): MetaMessage {
    const full: MetaMessage = { ...message, at: this.now(), status: 'accepted', isUnsent: false, edits: 0 }
    this.messages.set(full.id, full)
    return full
  }

  /** The listener hears of each message that arrives at a person. */
  listen(listener: (message: MetaMessage) => void) {
    this.#listeners.add(listener)
  }
  announce(message: MetaMessage) {
    for (const listener of this.#listeners) listener(message)
  }

  conversation(account: MetaAccount, person: MetaPerson): readonly MetaMessage[] {
    return [...this.messages.values()].filter((one) => one.account === account && one.person === person)
  }
}

/** Ids as each product writes them. */
export function newMessageId(account: MetaAccount): string {
  const random = crypto.getRandomValues(new Uint8Array(24))
  if (account.kind === 'number') return `wamid.HBgN${Buffer.from(random).toString('base64')}`
  if (account.kind === 'page') return `m_${Buffer.from(random).toString('base64url')}`
  return `aWdfZAG1f${Buffer.from(random).toString('base64url')}ZDZD`
}
