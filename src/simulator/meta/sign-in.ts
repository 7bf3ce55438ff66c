/** Signing in with Facebook: the dialog, tokens, what was granted, and the pages a person administrates. */
import type { LoginConfig, MetaApp, MetaBusiness, MetaPage, MetaUser } from './contract'
import { badParam, type GraphCall, GraphError, noObject, pageOf, picked } from './graph'
import type { AccessToken } from './tokens'
import type { MetaWorld } from './world'

const SHORT_MS = 3_600_000 * 2
const LONG_MS = 5_183_944_000

export const ALL_SCOPES = [
  'public_profile',
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'instagram_basic',
  'instagram_manage_messages',
  'business_management',
  'whatsapp_business_management',
  'whatsapp_business_messaging',
] as const

const CODE_MS = 600_000

type CodeGrant = {
  readonly app: MetaApp
  readonly redirectUri: string
  readonly issuedAt: number
  isUsed: boolean
  /** Makes the token that the code stands for. */
  readonly token: () => AccessToken
}
/**
 * Who answers the next dialog at once, and what they refuse. Null user: cancels. `businesses`: those they grant where the
 * dialog asks for business accounts, by default all they have.
 */
export type SignInAnswer = {
  readonly user: MetaUser | null
  readonly declined?: readonly string[]
  readonly businesses?: readonly MetaBusiness[]
}
type Redirect = { readonly app: MetaApp; readonly redirectUri: string; readonly state: string | undefined }

export class SignIn {
  readonly #world: MetaWorld
  readonly #codes = new Map<string, CodeGrant>()
  readonly #answers: SignInAnswer[] = []
  constructor(world: MetaWorld) {
    this.#world = world
  }

  answerNext(answer: SignInAnswer) {
    this.#answers.push(answer)
  }

  /** The page at facebook.com that asks the person. */
  dialog(call: GraphCall): Response {
    const app = this.#world.apps.get(call.text('client_id') ?? '')
    const redirectUri = call.text('redirect_uri')
    if (!app) return page('Invalid App ID', '<p>The provided app ID does not look like a valid app ID.</p>')
    if (redirectUri === undefined || !URL.canParse(redirectUri) || !isAllowed(app, redirectUri))
      return page(
        'URL blocked',
        '<p>This redirect failed because the redirect URI is not white-listed in the app settings.</p>',
      )
    const back = { app, redirectUri, state: call.text('state') }
    const configId = call.text('config_id')
    if (configId !== undefined) return this.#business(back, call, configId)
    const scopes = (call.text('scope') ?? '').split(/[,\s]+/).filter(Boolean)
    if (scopes.some((scope) => scope.startsWith('whatsapp_')))
      return page('Feature unavailable', '<p>Facebook Login for Business needs a configuration for this app.</p>')
    const unknown = scopes.filter((scope) => !ALL_SCOPES.some((one) => one === scope) && scope !== 'email')
    if (unknown.length > 0) return page('Invalid Scopes', `<p>Invalid Scopes: ${unknown.map(html).join(', ')}.</p>`)
    const answer = this.#answers.shift() ?? this.#chosen(call)
    if (!answer)
      return this.#ask(
        app,
        call,
        scopes.map((scope) => ({ name: '__allow', value: scope, words: scope })),
      )
    const { user, declined = [] } = answer
    if (!user) return this.#deny(back)
    const allowed = scopes.filter((scope) => !declined.includes(scope))
    grant(app, user, allowed, declined)
    return this.#redirect(back, () => userToken(this.#world, app, user))
  }

  /** Facebook Login for Business: the person grants business accounts, and the app is given a token of its own for them. */
  #business(back: Redirect, call: GraphCall, configId: string): Response {
    const { app } = back
    const config = app.loginConfigs.find(({ id }) => id === configId)
    if (!config || call.text('response_type') !== 'code' || call.text('override_default_response_type') !== 'true')
      return page(
        'Invalid configuration',
        '<p>It looks like this app isn’t available: the configuration is not valid.</p>',
      )
    const { user, businesses } = this.#answers.shift() ?? this.#chosenBusinesses(call) ?? {}
    if (user === undefined) {
      const all = [...this.#world.businesses.values()]
      return this.#ask(
        app,
        call,
        all.map(({ id, name }) => ({ name: '__business', value: id, words: `${name} (${id})` })),
      )
    }
    if (user === null) return this.#deny(back)
    const granted = businesses ?? [...user.businesses]
    linkPhones(granted, featureIn(call))
    return this.#redirect(back, () => this.#businessToken(app, config, granted))
  }

  #businessToken(app: MetaApp, { scopes, lastsMs }: LoginConfig, businesses: readonly MetaBusiness[]): AccessToken {
    const { tokens } = this.#world
    return tokens.issue(app, { type: 'SYSTEM_USER', id: this.#world.newId(), businesses }, scopes, lastsMs)
  }

  #chosenBusinesses(call: GraphCall): SignInAnswer | undefined {
    const userId = call.text('__user')
    if (userId === undefined) return undefined
    const ids = call.query.getAll('__business')
    const user = this.#world.users.get(userId) ?? null
    return { user, businesses: [...(user?.businesses ?? [])].filter(({ id }) => ids.includes(id)) }
  }

  #chosen(call: GraphCall): SignInAnswer | undefined {
    const userId = call.text('__user')
    if (userId === undefined) return undefined
    const allowed = call.query.getAll('__allow')
    const asked = (call.text('scope') ?? '').split(/[,\s]+/)
    const user = this.#world.users.get(userId) ?? null
    return { user, declined: asked.filter((scope) => !allowed.includes(scope)) }
  }

  #ask(
    app: MetaApp,
    { query }: GraphCall,
    choices: readonly { name: string; value: string; words: string }[],
  ): Response {
    const hidden = [...query].map(
      ([name, value]) => `<input type="hidden" name="${html(name)}" value="${html(value)}">`,
    )
    const boxes = choices.map(
      ({ name, value, words }) =>
        `<label><input type="checkbox" name="${name}" value="${html(value)}" checked> ${html(words)}</label><br>`,
    )
    const buttons = [...this.#world.users.values()].map(
      ({ id, name }) => `<button name="__user" value="${html(id)}">Continue as ${html(name)}</button>`,
    )
    const cancel = '<button name="__user" value="cancel">Cancel</button>'
    return page(
      'Log in with Facebook',
      `<h1>${html(app.name)}</h1><form method="get">${[...hidden, ...boxes, ...buttons, cancel].join('\n')}</form>`,
    )
  }

  #redirect({ app, redirectUri, state }: Redirect, token: () => AccessToken): Response {
    const code = `AQ${crypto.randomUUID().replaceAll('-', '')}`
    this.#codes.set(code, { app, token, redirectUri, issuedAt: this.#world.now(), isUsed: false })
    return backTo(redirectUri, { state, code })
  }

  #deny({ redirectUri, state }: Redirect): Response {
    return backTo(redirectUri, {
      state,
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    })
  }

  /** `/oauth/access_token`: a code, a short-lived token, or the app's own secret becomes a token. */
  accessToken(call: GraphCall): Response {
    const app = this.#world.apps.get(call.requireText('client_id'))
    if (!app)
      throw new GraphError(400, 101, 'Error validating application. Cannot get application info due to a system error.')
    if (call.requireText('client_secret') !== app.secret)
      throw new GraphError(400, 1, 'Error validating client secret.')
    const kind = call.text('grant_type')
    if (kind === 'client_credentials')
      return Response.json({ access_token: `${app.id}|${app.secret}`, token_type: 'bearer' })
    if (kind === 'fb_exchange_token') return this.#exchange(app, call.requireText('fb_exchange_token'))
    return this.#redeem(app, call)
  }

  #exchange(app: MetaApp, value: string): Response {
    const token = this.#world.tokens.find(value)
    if (!token || token.holder.type === 'APP')
      throw new GraphError(400, 190, 'Invalid OAuth access token - Cannot parse access token')
    if (token.app !== app)
      throw new GraphError(400, 100, 'The access token does not belong to application', { subcode: 459 })
    const end = this.#world.tokens.endOf(token)
    if (end !== null)
      throw new GraphError(400, 190, 'Error validating access token: Session has expired.', { subcode: end })
    if (token.holder.type !== 'USER') return Response.json({ access_token: token.value, token_type: 'bearer' })
    const long = userToken(this.#world, app, token.holder.user, { isLong: true, scopes: token.scopes })
    return Response.json({ access_token: long.value, token_type: 'bearer', expires_in: LONG_MS / 1000 })
  }

  #redeem(app: MetaApp, call: GraphCall): Response {
    const found = this.#codes.get(call.requireText('code'))
    if (!found || found.app !== app) throw new GraphError(400, 100, 'Invalid verification code format.')
    if (found.isUsed) throw new GraphError(400, 100, 'This authorization code has been used.', { subcode: 36009 })
    if (found.redirectUri !== call.requireText('redirect_uri'))
      throw new GraphError(
        400,
        100,
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
        { subcode: 36008 },
      )
    if (this.#world.now() - found.issuedAt > CODE_MS)
      throw new GraphError(400, 100, 'This authorization code has expired.', { subcode: 36007 })
    found.isUsed = true
    const { value, expiresAt, issuedAt } = found.token()
    return Response.json({
      access_token: value,
      token_type: 'bearer',
      ...(expiresAt !== null && { expires_in: (expiresAt - issuedAt) / 1000 }),
    })
  }

  debugToken(call: GraphCall): Response {
    const asking = this.#world.tokens.require(call)
    const { tokens } = this.#world
    const token = tokens.find(call.requireText('input_token'))
    if (!token) {
      const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }
      return Response.json({ data: { error, is_valid: false, scopes: [] } })
    }
    if (asking.app !== token.app)
      throw new GraphError(
        400,
        100,
        '(#100) You must provide an app access token, or a user access token that is an owner or developer of the app',
      )
    const { holder } = token
    const end = tokens.endOf(token)
    const profile = holder.type === 'PAGE' ? holder.page.id : undefined
    const user =
      holder.type === 'USER' || holder.type === 'PAGE'
        ? holder.user.id
        : holder.type === 'SYSTEM_USER'
          ? holder.id
          : undefined
    return Response.json({
      data: {
        app_id: token.app.id,
        type: holder.type === 'SYSTEM_USER' ? 'SYSTEM_USER' : holder.type,
        application: token.app.name,
        data_access_expires_at: holder.type === 'USER' ? Math.floor((token.issuedAt + 90 * 86_400_000) / 1000) : 0,
        expires_at: token.expiresAt === null ? 0 : Math.floor(token.expiresAt / 1000),
        is_valid: end === null,
        issued_at: Math.floor(token.issuedAt / 1000),
        ...(end !== null && { error: { code: 190, message: 'Error validating access token', subcode: end } }),
        ...(profile !== undefined && { profile_id: profile }),
        scopes: [...token.scopes],
        granular_scopes: [...token.scopes].map((scope) => granular(scope, token)),
        ...(user !== undefined && { user_id: user }),
      },
    })
  }
}

function granular(scope: string, { holder }: AccessToken) {
  if (holder.type === 'SYSTEM_USER' && scope.startsWith('whatsapp_') && holder.businesses.length > 0)
    return { scope, target_ids: holder.businesses.map(({ id }) => id) }
  return holder.type === 'PAGE' ? { scope, target_ids: [holder.page.id] } : { scope }
}

export function grant(app: MetaApp, user: MetaUser, scopes: Iterable<string>, declined: Iterable<string> = []) {
  user.granted.set(app.id, new Set(['public_profile', ...scopes]))
  user.declined.set(app.id, new Set(declined))
}

export function userToken(
  world: MetaWorld,
  app: MetaApp,
  user: MetaUser,
  {
    isLong = false,
    scopes = user.granted.get(app.id) ?? new Set<string>(),
  }: { isLong?: boolean; scopes?: ReadonlySet<string> } = {},
): AccessToken {
  return world.tokens.issue(app, { type: 'USER', user, isLong }, scopes, isLong ? LONG_MS : SHORT_MS)
}

/** Drawn from a long-lived user token it does not end; otherwise it ends with that. */
export function pageToken(world: MetaWorld, token: AccessToken, page: MetaPage, value?: string): AccessToken {
  const { holder } = token
  if (holder.type !== 'USER') throw new Error('a page token is drawn from a user token')
  const drawn = world.tokens
    .list()
    .find(
      (one) =>
        one.holder.type === 'PAGE' &&
        one.holder.page === page &&
        one.holder.user === holder.user &&
        isSameEnd(one, token),
    )
  if (value === undefined && drawn && world.tokens.endOf(drawn) === null) return drawn
  const lasts = holder.isLong || token.expiresAt === null ? null : token.expiresAt - world.now()
  return world.tokens.issue(token.app, { type: 'PAGE', page, user: holder.user }, token.scopes, lasts, value)
}

const isSameEnd = (page: AccessToken, { app, holder, expiresAt, scopes }: AccessToken) =>
  page.app === app &&
  page.scopes.size === scopes.size &&
  page.expiresAt === (holder.type === 'USER' && holder.isLong ? null : expiresAt)

/** `/{user}/accounts`. */
export function accounts(world: MetaWorld, call: GraphCall, token: AccessToken, user: MetaUser): Response {
  const { holder } = token
  if (holder.type !== 'USER' || holder.user !== user) throw noObject(user.id, call.method)
  const pages = token.scopes.has('pages_show_list') ? world.pages().filter(({ admins }) => admins.has(user)) : []
  const listed = pageOf(call, world.url, pages, ({ id }) => id)
  const data = listed.data.map((page) => {
    const { instagram } = page
    const linked = instagram && token.scopes.has('instagram_basic') ? instagram : undefined
    const node = {
      id: page.id,
      name: page.name,
      access_token: pageToken(world, token, page).value,
      category: 'Product/service',
      tasks: ['ANALYZE', 'ADVERTISE', 'MESSAGING', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'],
      picture: undefined,
      instagram_business_account: linked && instagramFields(call, linked),
      connected_instagram_account: linked && { id: linked.id },
    }
    return picked(call, 'Page', node, ['access_token', 'category', 'name', 'id', 'tasks'])
  })
  return Response.json({ ...listed, data })
}

/** Who a person is to each page, told to the app alone. */
export function idsForPages(world: MetaWorld, { holder }: AccessToken, { id, person }: MetaUser): Response {
  if (holder.type !== 'APP') throw noObject(id, 'GET')
  const pages = person ? world.pages() : []
  return Response.json({
    data: pages.flatMap((page) =>
      person ? [{ id: world.scopedId(person, page), page: { id: page.id, name: page.name } }] : [],
    ),
  })
}

/** As asked for in braces, else the id alone. */
export function instagramFields(
  call: GraphCall,
  { id, username, name }: { id: string; username: string; name: string },
) {
  const inner = /instagram_business_account\{([^}]*)\}/.exec(call.text('fields') ?? '')?.[1]
  if (inner === undefined) return { id }
  const node: Record<string, unknown> = { id, username, name, profile_picture_url: undefined, followers_count: 214 }
  const wanted = inner.split(',').map((one) => one.trim())
  const wrong = wanted.find((one) => !Object.hasOwn(node, one))
  if (wrong !== undefined) throw badParam(`Tried accessing nonexisting field (${wrong}) on node type (IGUser)`)
  return { ...Object.fromEntries(wanted.map((one) => [one, node[one]])), id }
}

export function permissions(token: AccessToken): Response {
  const { holder } = token
  if (holder.type !== 'USER') throw badParam('Tried accessing nonexisting field (permissions) on node type (Page)')
  const declined = [...(holder.user.declined.get(token.app.id) ?? [])]
  return Response.json({
    data: [
      ...[...token.scopes].map((permission) => ({ permission, status: 'granted' })),
      ...declined.map((permission) => ({ permission, status: 'declined' })),
    ],
  })
}

/** What the app wants of the sign-up, such as to link the WhatsApp Business app of a phone. */
const featureIn = (call: GraphCall): unknown => call.object('extras')?.featureType

/** Numbers on a phone's app are linked where the app asks for it: they stay there, and belong to the Cloud API, too. */
function linkPhones(businesses: readonly MetaBusiness[], feature: unknown) {
  if (feature !== 'whatsapp_business_app_onboarding') return
  for (const { numbers } of businesses) for (const one of numbers) if (one.isOnBizApp) one.isRegistered = true
}

function backTo(redirectUri: string, query: Readonly<Record<string, string | undefined>>): Response {
  const target = new URL(redirectUri)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) target.searchParams.set(name, value)
  // Facebook adds it against a fault of old browsers.
  return new Response(null, { status: 302, headers: { location: `${target.toString()}#_=_` } })
}

const isAllowed = ({ redirectUris }: MetaApp, uri: string) => redirectUris.length === 0 || redirectUris.includes(uri)
const html = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
const page = (title: string, content: string) =>
  new Response(`<!doctype html><meta charset="utf-8"><title>${title}</title>${content}`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
