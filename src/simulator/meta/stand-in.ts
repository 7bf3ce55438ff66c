/**
 * A local Meta for the demo and tests: Graph API, sign-in dialog, media hosts and webhooks on one address. It checks what
 * Meta checks, and fails on demand in the ways that matter.
 */
import { deauthorize, requestDeletion } from './callbacks'
import { CloudChat } from './cloud/chat'
import { PhoneApp } from './cloud/phone-app'
import { Statuses } from './cloud/statuses'
import {
  addTemplate,
  setTemplateCategory,
  setTemplateQuality,
  setTemplateStatus,
  type TemplateInput,
} from './cloud/templates'
import { Uploads } from './cloud/uploads'
import type {
  MetaApp,
  MetaBusiness,
  MetaCall,
  MetaInstagram,
  MetaNumber,
  MetaOptions,
  MetaPage,
  MetaPerson,
  MetaTemplate,
  MetaUser,
  PersonInput,
  QualityRating,
  TemplateCategory,
  TemplateStatus,
} from './contract'
import { answerControl } from './control'
import { dispatch, type GraphDeps } from './dispatch'
import { type MetaFault, MetaFaults } from './faults'
import { MetaFiles, type MetaMedia } from './files'
import { bodyOf, GraphCall, GraphError } from './graph'
import { PageChat } from './pages/chat'
import { pageFields } from './pages/subscriptions'
import { ALL_SCOPES, grant, pageToken, SignIn, type SignInAnswer, userToken } from './sign-in'
import type { AccessToken, TokenEnd } from './tokens'
import { handshake, Webhooks } from './webhooks'
import { MetaWorld } from './world'

const MAX_CALLS = 5000
/** For a minute, where Meta goes on for a day or a week. */
const RETRIES_MS = [50, 200, ...new Array<number>(60).fill(1000)]
const businessFields = [
  'account_update',
  'business_capability_update',
  'history',
  'message_template_quality_update',
  'message_template_status_update',
  'messages',
  'phone_number_name_update',
  'phone_number_quality_update',
  'smb_app_state_sync',
  'smb_message_echoes',
  'template_category_update',
]
const instagramFields = [
  'message_edit',
  'message_reactions',
  'messages',
  'messaging_postbacks',
  'messaging_seen',
  'standby',
]

type AppInput = Partial<Omit<MetaApp, 'fields'>>
type UserInput = {
  readonly id?: string
  readonly name: string
  readonly apps?: readonly MetaApp[]
  readonly scopes?: readonly string[]
  readonly businesses?: readonly MetaBusiness[]
}
type PageInput = {
  readonly id?: string
  readonly name: string
  readonly admins: readonly MetaUser[]
  readonly instagram?: InstagramInput
}
type InstagramInput = { readonly id?: string; readonly username: string; readonly name?: string }
type NumberInput = {
  readonly id?: string
  /** Digits with the country's code. */
  readonly phone: string
  readonly verifiedName?: string
  readonly quality?: QualityRating
  readonly messagingLimit?: string
  readonly isOnBizApp?: boolean
  readonly isRegistered?: boolean
  readonly isElsewhere?: boolean
}

export class MetaStandIn {
  readonly world: MetaWorld
  readonly webhooks: Webhooks
  readonly #deps: GraphDeps
  readonly #faults = new MetaFaults()
  readonly #seen: MetaCall[] = []
  #server: Bun.Server<undefined> | undefined
  readonly #hostname: string
  readonly port: number
  readonly url: string

  constructor(options: MetaOptions) {
    const { port = 0, hostname = '127.0.0.1', retryAfterMs = RETRIES_MS, webhookTimeoutMs = 10_000 } = options
    this.world = new MetaWorld(options)
    const { world } = this
    this.webhooks = new Webhooks(world, { retryAfterMs, timeoutMs: webhookTimeoutMs })
    const { webhooks } = this
    const files = new MetaFiles(world)
    const statuses = new Statuses({ world, webhooks })
    this.#deps = { world, webhooks, files, statuses, signIn: new SignIn(world), uploads: new Uploads(world, files) }
    this.#hostname = hostname
    this.#server = this.#listen(port)
    this.port = Number(this.#server.port)
    this.url = `http://${hostname}:${this.port}`
    world.url = this.url
  }

  get habits() {
    return this.world.habits
  }
  /** `biz_opaque_callback_data` or `metadata` under which more than one message was accepted. */
  get sentTwice(): readonly string[] {
    const all = [...this.world.messages.values()].flatMap(({ callbackData }) => callbackData ?? [])
    return [...new Set(all.filter((one, at) => all.indexOf(one) !== at))]
  }
  /** Calls of the Graph API, the oldest first. */
  get seen(): readonly MetaCall[] {
    return this.#seen
  }
  /** Each attempt to post a webhook. */
  get deliveries() {
    return this.webhooks.deliveries
  }

  /** The next calls that the faults concern fail, one for each. */
  fail(...next: readonly MetaFault[]) {
    this.#faults.add(next)
  }
  /** Faults that were asked for and not met are forgotten; what hangs is answered. */
  recover() {
    this.#faults.clear()
    this.#faults.release()
  }
  hold() {
    this.webhooks.hold()
  }
  flush(how?: { together?: boolean; isReversed?: boolean }) {
    return this.webhooks.flush(how)
  }
  /** Resolves when every webhook was answered or given up. */
  settled() {
    return this.webhooks.settled()
  }

  addApp({ id = this.world.newId(), name = 'Balcão', ...input }: AppInput = {}): MetaApp {
    const app: MetaApp = {
      id,
      name,
      secret: `secret-${crypto.randomUUID()}`,
      callbackUrl: null,
      verifyToken: `verify-${crypto.randomUUID()}`,
      fields: { page: pageFields, instagram: instagramFields, whatsapp_business_account: businessFields },
      hasHumanAgent: true,
      isLive: true,
      requiresProof: false,
      redirectUris: [],
      deauthorizeUrl: null,
      deletionUrl: null,
      loginConfigs: [],
      ...input,
    }
    this.world.apps.set(id, app)
    return app
  }

  /** As the app's dashboard does: asks the address for the challenge. Returns what is wrong, or null once it is set. */
  async setWebhook(app: MetaApp, url: string, verifyToken = app.verifyToken): Promise<string | null> {
    const wrong = await handshake(url, verifyToken)
    if (wrong !== null) return wrong
    app.callbackUrl = url
    app.verifyToken = verifyToken
    return null
  }

  /** Grants the apps all permissions, or those given. */
  addUser({ id = this.world.newId(), name, apps = [], scopes = ALL_SCOPES, businesses = [] }: UserInput): MetaUser {
    const user: MetaUser = {
      id,
      name,
      granted: new Map(),
      declined: new Map(),
      person: null,
      businesses: new Set(businesses),
      passwordVersion: 1,
    }
    this.world.users.set(id, user)
    for (const app of apps) grant(app, user, scopes)
    return user
  }

  /** As the button of Facebook's JavaScript gives it: short-lived. */
  userToken(app: MetaApp, user: MetaUser, how?: { readonly isLong?: boolean }): string {
    return userToken(this.world, app, user, how).value
  }
  /** A token that does not end, as it is drawn from a long-lived one. */
  pageToken(app: MetaApp, page: MetaPage, value?: string): string {
    const [user] = page.admins
    if (!user) throw new Error('the page has no administrator')
    return pageToken(this.world, userToken(this.world, app, user, { isLong: true }), page, value).value
  }
  /** Who answers the next sign-in dialog at once. */
  answerSignIn(answer: SignInAnswer) {
    this.#deps.signIn.answerNext(answer)
  }
  changePassword(user: MetaUser) {
    user.passwordVersion += 1
  }
  endToken(token: string, end: TokenEnd = 463) {
    this.world.tokens.revoke(token, end)
  }
  deauthorize(app: MetaApp, user: MetaUser) {
    return deauthorize(this.world, app, user)
  }
  requestDeletion(app: MetaApp, user: MetaUser) {
    return requestDeletion(this.world, app, user)
  }

  addPage({ id = this.world.newId(), name, admins, instagram }: PageInput): MetaPage {
    const page: MetaPage = {
      kind: 'page',
      id,
      name,
      admins: new Set(admins),
      instagram: null,
      subscriptions: new Map(),
      primaryApp: null,
    }
    this.world.accounts.set(id, page)
    if (instagram) this.addInstagram(page, instagram)
    return page
  }

  addInstagram(page: MetaPage, { id = this.world.newId(), username, name = page.name }: InstagramInput): MetaInstagram {
    const account: MetaInstagram = { kind: 'instagram', id, username, name, page }
    page.instagram = account
    this.world.accounts.set(id, account)
    return account
  }

  addBusiness({ id = this.world.newId(), name = 'Aurora Móveis' }: { id?: string; name?: string } = {}): MetaBusiness {
    const business: MetaBusiness = {
      kind: 'business',
      id,
      name,
      numbers: new Set(),
      templates: new Set(),
      deletedTemplates: new Map(),
      subscriptions: new Map(),
    }
    this.world.businesses.set(id, business)
    return business
  }

  addNumber(business: MetaBusiness, input: NumberInput): MetaNumber {
    const { id = this.world.newId(), phone, isOnBizApp = false } = input
    const number: MetaNumber = {
      kind: 'number',
      id,
      business,
      phone,
      displayPhone: displayed(phone),
      verifiedName: input.verifiedName ?? business.name,
      quality: input.quality ?? 'GREEN',
      messagingLimit: input.messagingLimit ?? 'TIER_1K',
      isOnBizApp,
      isRegistered: input.isRegistered ?? true,
      isElsewhere: input.isElsewhere ?? false,
      failsWith: null,
      pin: null,
      serviceMessages: new Map(),
      phoneBook: [],
      phoneHistory: [],
      synced: new Set(),
      sharesHistory: true,
      blocked: new Set(),
    }
    business.numbers.add(number)
    this.world.accounts.set(id, number)
    return number
  }

  /** A system user's token for these businesses; without an end unless one is given. */
  systemToken(
    app: MetaApp,
    businesses: readonly MetaBusiness[],
    {
      scopes = ['whatsapp_business_management', 'whatsapp_business_messaging'],
      lastsMs = null,
      value,
    }: { scopes?: readonly string[]; lastsMs?: number | null; value?: string } = {},
  ): string {
    const holder = { type: 'SYSTEM_USER', id: this.world.newId(), businesses } as const
    return this.world.tokens.issue(app, holder, scopes, lastsMs, value).value
  }
  /** Subscribes an app without a call. */
  subscribe(app: MetaApp, account: MetaPage | MetaBusiness) {
    if (account.kind === 'page') account.subscriptions.set(app.id, new Set(pageFields))
    else account.subscriptions.set(app.id, null)
  }

  addTemplate(business: MetaBusiness, input: TemplateInput): MetaTemplate {
    return addTemplate(this.world, business, input)
  }
  setTemplateStatus(template: MetaTemplate, status: TemplateStatus, reason?: string) {
    return setTemplateStatus(this.#deps, template, status, reason)
  }
  setTemplateCategory(template: MetaTemplate, category: TemplateCategory) {
    return setTemplateCategory(this.#deps, template, category)
  }
  setTemplateQuality(template: MetaTemplate, quality: QualityRating) {
    return setTemplateQuality(this.#deps, template, quality)
  }
  /** Quality and limit of a number change, which is told. */
  async setQuality(number: MetaNumber, quality: QualityRating, messagingLimit = number.messagingLimit): Promise<void> {
    const event = messagingLimit !== number.messagingLimit ? 'UPGRADE' : quality === 'RED' ? 'FLAGGED' : 'UNFLAGGED'
    number.quality = quality
    number.messagingLimit = messagingLimit
    const { displayPhone: display_phone_number, business } = number
    await this.webhooks.tellBusiness(business, 'phone_number_quality_update', {
      display_phone_number,
      event,
      current_limit: messagingLimit,
    })
  }
  /** For example `{ event: 'DISABLED_UPDATE', ban_info: { … } }`. */
  accountUpdate(business: MetaBusiness, value: Readonly<Record<string, unknown>>) {
    return this.webhooks.tellBusiness(business, 'account_update', value)
  }

  person({ name, phone, waId = phone, bsuid, username, instagramUsername, psid, igsid }: PersonInput): MetaPerson {
    const { world } = this
    const key = crypto.randomUUID()
    const person: MetaPerson = {
      key,
      name,
      phone: phone ?? null,
      waId: waId ?? null,
      bsuid: bsuid ?? `BR.${world.newId()}`,
      username: username ?? null,
      instagramUsername: instagramUsername ?? name.toLowerCase().replaceAll(/\W+/g, '.'),
      psid: psid ?? world.newId(),
      igsid: igsid ?? world.newId(),
      blocked: new Set(),
      isAway: false,
      sharesProfile: true,
      refusesMarketing: false,
      cameByAdAt: null,
      isTester: false,
    }
    world.persons.set(key, person)
    return person
  }

  /** The person in Messenger. */
  messenger(person: MetaPerson, page: MetaPage): PageChat {
    return new PageChat(this.#deps, page, person)
  }
  instagram(person: MetaPerson, page: MetaPage | MetaInstagram): PageChat {
    const account = page.kind === 'page' ? page.instagram : page
    if (!account) throw new Error('the page has no Instagram account')
    return new PageChat(this.#deps, account, person)
  }
  whatsapp(person: MetaPerson, number: MetaNumber): CloudChat {
    return new CloudChat(this.#deps, number, person)
  }
  /** The WhatsApp Business app of a number in coexistence. */
  phoneApp(number: MetaNumber): PhoneApp {
    return new PhoneApp(this.#deps, number)
  }

  /** Nothing listens at the address until `goOnline`. */
  async goOffline() {
    await this.#server?.stop(true)
    this.#server = undefined
  }
  goOnline() {
    this.#server ??= this.#listen(this.port)
  }
  async stop() {
    this.#faults.release()
    this.webhooks.stop()
    await this.#server?.stop(true)
  }

  #listen(port: number) {
    const server = Bun.serve({
      hostname: this.#hostname,
      port,
      idleTimeout: 0,
      maxRequestBodySize: 256 * 1024 * 1024,
      fetch: (request) => this.#answer(request),
    })
    server.unref() // it does not keep the process alive
    return server
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.startsWith('/__control')) return answerControl(this, request)
    if (pathname.startsWith('/cdn/')) return this.#deps.files.hosted(pathname.slice('/cdn/'.length))
    if (pathname.startsWith('/whatsapp_business/attachments')) return this.#download(request, searchParams.get('hash'))
    try {
      const call = new GraphCall(request, await bodyOf(request))
      const seen = this.#note(call)
      const answer = await this.#faults.answer(call, async () => answered(this.#deps, call))
      seen.status = answer.status
      return answer
    } catch (error) {
      if (error instanceof GraphError) return error.response()
      throw error
    }
  }

  #download(request: Request, hash: string | null): Response {
    const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
    return this.#deps.files.download(hash, (media) => bearer !== undefined && this.#mayDownload(bearer, media))
  }

  #mayDownload(bearer: string, { numberId }: MetaMedia): boolean {
    const { tokens, accounts } = this.world
    const token: AccessToken | undefined = tokens.find(bearer)
    const number = accounts.get(numberId)
    if (!token || tokens.endOf(token) !== null || number?.kind !== 'number') return false
    return token.holder.type === 'SYSTEM_USER' && token.holder.businesses.includes(number.business)
  }

  #note({ method, path, version, query, body, token }: GraphCall): MetaCall {
    const { access_token: _token, ...shown } = Object.fromEntries(query)
    const call: MetaCall = {
      method,
      path: path.join('/'),
      version,
      query: shown,
      body,
      token,
      at: this.world.now(),
      status: 0,
    }
    this.#seen.push(call)
    if (this.#seen.length > MAX_CALLS) this.#seen.shift()
    return call
  }
}

export const startMeta = (options: MetaOptions = {}): MetaStandIn => new MetaStandIn(options)

async function answered(deps: GraphDeps, call: GraphCall): Promise<Response> {
  try {
    return await dispatch(deps, call)
  } catch (error) {
    if (error instanceof GraphError) return error.response()
    throw error
  }
}

/** As Meta shows a Brazilian number; others with a plus. */
function displayed(phone: string): string {
  const [, area, first, second] = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(phone) ?? []
  return area === undefined ? `+${phone}` : `+55 ${area} ${first}-${second}`
}
