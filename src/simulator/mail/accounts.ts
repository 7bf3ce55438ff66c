/**
 * A local Google or Microsoft that signs mail accounts in, as unkind as the real ones: codes and refresh tokens are used
 * once, permissions can be withdrawn, and any request can fail.
 */
import { createHash } from 'node:crypto'

export type AccountsOptions = {
  readonly kind: 'google' | 'microsoft'
  readonly app: { readonly id: string; readonly secret: string }
  readonly port?: number
  readonly now?: () => number
  /** Who signs in on its page. */
  readonly address?: string
}

/**
 * The next answer of the token service. `temporary`: an error that says to try later. `html`: the page of a proxy. `silent`:
 * none until `letGo`. `odd`: a page with status 200. `limited`: too many requests.
 */
export type TokenFault = 'temporary' | 'html' | 'silent' | 'odd' | 'limited'

/** What a person does on the page of the provider. */
export type Consent = {
  readonly address: string
  readonly denies?: boolean
  /** Scopes that the person unticks. */
  readonly without?: string
}

export type Accounts = ReturnType<typeof startAccounts>

const CODE_LIFE = 60_000
const TOKEN_LIFE = 3599

type Code = Consent & { readonly asked: URLSearchParams; readonly until: number }
type Grant = { readonly address: string; readonly scope: string; refresh: string; isWithdrawn: boolean }

export function startAccounts({
  kind,
  app,
  port = 0,
  now = Date.now,
  address = 'vendas@aurora.example',
}: AccountsOptions) {
  const codes = new Map<string, Code>()
  const grants: Grant[] = []
  const access = new Map<string, { readonly grant: Grant; readonly until: number }>()
  const consented = new Set<string>()
  const faults: TokenFault[] = []
  const held: (() => void)[] = []
  const asked: string[] = []
  const newName = () => crypto.randomUUID()

  const refuse = (error: string, words: string, status = 400) =>
    Response.json(
      {
        error,
        error_description:
          kind === 'microsoft' ? `${words} Trace ID: ${newName()} Timestamp: 2026-11-29 12:00:00Z` : words,
      },
      { status },
    )
  const page = (status: number) =>
    new Response('<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>', {
      status,
      headers: { 'content-type': 'text/html' },
    })

  /** Sends the person back to the product. */
  function consent(url: string, { address, denies = false, without }: Consent): string {
    const asked = new URL(url).searchParams
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('state', asked.get('state') ?? '')
    if (denies) {
      back.searchParams.set('error', 'access_denied')
      if (kind === 'microsoft') back.searchParams.set('error_description', 'AADSTS65004: User declined to consent.')
      return back.href
    }
    const code = newName()
    codes.set(code, { address, asked, until: now() + CODE_LIFE, ...(without && { without }) })
    back.searchParams.set('code', code)
    return back.href
  }

  function give(grant: Grant, refresh: string | null) {
    const token = `${kind}-access-${newName()}`
    access.set(token, { grant, until: now() + TOKEN_LIFE * 1000 })
    const claims =
      kind === 'google' ? { email: grant.address, email_verified: true } : { preferred_username: grant.address }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return Response.json({
      access_token: token,
      expires_in: kind === 'microsoft' ? String(TOKEN_LIFE) : TOKEN_LIFE,
      token_type: 'Bearer',
      scope: grant.scope,
      id_token: `${part({ alg: 'RS256' })}.${part({ aud: app.id, ...claims })}.signature`,
      ...(refresh !== null && { refresh_token: refresh }),
    })
  }

  function exchange(form: URLSearchParams): Response {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (!code || code.until <= now()) return refuse('invalid_grant', codeWords[kind])
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (challenge !== code.asked.get('code_challenge')) return refuse('invalid_grant', 'Invalid code verifier.')
    if (form.get('redirect_uri') !== code.asked.get('redirect_uri'))
      return refuse('redirect_uri_mismatch', 'Bad Request')
    const scope = (code.asked.get('scope') ?? '')
      .split(' ')
      .filter((one) => one !== code.without && one !== 'offline_access')
    const grant: Grant = { address: code.address, scope: scope.join(' '), refresh: newName(), isWithdrawn: false }
    const isFirst = !consented.has(code.address)
    consented.add(code.address)
    grants.push(grant)
    return give(grant, isOffline(kind, code.asked, isFirst) ? grant.refresh : null)
  }

  function renew(form: URLSearchParams): Response {
    const grant = grants.find(({ refresh }) => refresh === form.get('refresh_token'))
    if (!grant || grant.isWithdrawn) return refuse('invalid_grant', refreshWords[kind])
    if (kind === 'google') return give(grant, null)
    grant.refresh = newName()
    return give(grant, grant.refresh)
  }

  async function token(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    asked.push(form.get('grant_type') ?? '')
    const fault = faults.shift()
    if (fault === 'silent') await new Promise<void>((resolve) => held.push(resolve))
    if (fault === 'temporary')
      return refuse('temporarily_unavailable', 'AADSTS90033: A transient error has occurred.', 503)
    if (fault === 'limited') return refuse('rate_limit_exceeded', 'Rate Limit Exceeded', 429)
    if (fault === 'html') return page(502)
    if (fault === 'odd') return page(200)
    if (form.get('client_id') !== app.id || form.get('client_secret') !== app.secret)
      return refuse('invalid_client', clientWords[kind], 401)
    return form.get('grant_type') === 'refresh_token' ? renew(form) : exchange(form)
  }

  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url)
      if (url.pathname === '/token' && request.method === 'POST') return token(request)
      if (url.pathname === '/revoke' && request.method === 'POST') {
        withdraw(new URLSearchParams(await request.text()).get('token'))
        return Response.json({})
      }
      if (url.pathname === '/authorize') return consentPage(kind, address, url.href, consent)
      return new Response('not found', { status: 404 })
    },
  })
  server.unref()
  const origin = `http://127.0.0.1:${server.port}`

  function withdraw(refresh: string | null) {
    for (const grant of grants) if (refresh === null || grant.refresh === refresh) grant.isWithdrawn = true
    for (const [name, { grant }] of access) if (grant.isWithdrawn) access.delete(name)
  }

  return {
    /** For `providers`. */
    addresses: {
      authorize: `${origin}/authorize`,
      token: `${origin}/token`,
      revoke: kind === 'google' ? `${origin}/revoke` : null,
    },
    app,
    consent,
    /** Grant types of the requests for tokens, in order. */
    asked,
    failNext: (...next: TokenFault[]) => void faults.push(...next),
    letGo: () => {
      for (const go of held.splice(0)) go()
    },
    /** Somebody changes the password, or withdraws the permission on the provider's page. */
    withdrawAll: () => withdraw(null),
    /** Access tokens end before their time. */
    endAccess: () => access.clear(),
    grants: () => grants.filter(({ isWithdrawn }) => !isWithdrawn).length,
    /** For a mail server: whether the token is that of this mailbox. */
    accepts(user: string, token: string): boolean {
      const found = access.get(token)
      return found !== undefined && found.grant.address === user && found.until > now() && !found.grant.isWithdrawn
    },
    async stop() {
      for (const go of held.splice(0)) go()
      await server.stop(true)
    },
  }
}

/** Google gives a refresh token only for offline access, and from the second consent on only if it had to ask again. */
const isOffline = (kind: AccountsOptions['kind'], asked: URLSearchParams, isFirst: boolean): boolean =>
  kind === 'google'
    ? asked.get('access_type') === 'offline' && (isFirst || (asked.get('prompt') ?? '').split(' ').includes('consent'))
    : (asked.get('scope') ?? '').split(' ').includes('offline_access')

const codeWords = {
  google: 'Bad Request',
  microsoft: 'AADSTS70008: The provided authorization code or refresh token has expired due to inactivity.',
}
const refreshWords = {
  google: 'Token has been expired or revoked.',
  microsoft: 'AADSTS50173: The provided grant has expired due to it being revoked.',
}
const clientWords = {
  google: 'The OAuth client was not found.',
  microsoft: 'AADSTS7000215: Invalid client secret provided. Ensure the secret being sent is the client secret value.',
}

function consentPage(
  kind: AccountsOptions['kind'],
  address: string,
  url: string,
  consent: (url: string, consent: Consent) => string,
): Response {
  const choice = new URL(url).searchParams.get('choice')
  if (choice !== null) return Response.redirect(consent(url, { address, denies: choice === 'no' }), 302)
  const link = (choice: string, words: string) =>
    `<p><a href="${Bun.escapeHTML(`${url}&choice=${choice}`)}">${words}</a></p>`
  return new Response(
    `<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width"><title>${kind} (demonstração)</title>
<body style="font:1rem system-ui;max-width:30rem;margin:4rem auto;padding:1rem"><h1>${kind} de demonstração</h1>
<p>O Balcão quer ler e enviar e-mails de ${Bun.escapeHTML(address)}.</p>
${link('yes', 'Permitir')}${link('no', 'Recusar')}</body></html>`,
    { headers: { 'content-type': 'text/html;charset=utf-8' } },
  )
}
