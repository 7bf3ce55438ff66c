/** A local Efí: TLS with a client certificate, OAuth, immediate charges. A payment is made by `pay`. */

export type EfiOptions = {
  readonly tls: { readonly cert: string; readonly key: string }
  /** Authority of the clients' certificates. */
  readonly authority: string
  readonly clientId?: string
  readonly clientSecret?: string
  /** The receiver's Pix key. */
  readonly key?: string
  now?(): number
}

export type Cob = {
  readonly txid: string
  readonly calendario: { readonly criacao: string; readonly expiracao: number }
  readonly valor: { readonly original: string }
  readonly chave: string
  status: string
  readonly loc: { readonly id: number }
  pix: {
    readonly endToEndId: string
    readonly txid: string
    readonly valor: string
    readonly horario: string
    devolucoes?: { readonly id: string; readonly valor: string; status: string; readonly natureza: string }[]
  }[]
}

const TOKEN_LASTS = 3600
const fault = (status: number, nome: string, mensagem = nome) => Response.json({ nome, mensagem }, { status })

export function startEfi({
  tls,
  authority,
  clientId = 'Client_Id_stand-in',
  clientSecret = 'Client_Secret_stand-in',
  key = 'pix@balcao.example',
  now = Date.now,
}: EfiOptions) {
  const cobs = new Map<string, Cob>()
  const tokens = new Map<string, number>()
  /** Address by Pix key. */
  const webhooks = new Map<string, string>()
  let silent = 0
  let hasQrCodeOnly = false
  const asked: string[] = []

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    asked.push(`${request.method} ${pathname}`)
    const authorization = request.headers.get('authorization') ?? ''
    if (pathname === '/oauth/token') {
      const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
      if (authorization !== basic) return fault(401, 'invalid_client')
      const { grant_type } = (await request.json()) as { grant_type?: unknown } // a JSON object, or the test fails
      if (grant_type !== 'client_credentials') return fault(400, 'unsupported_grant_type')
      const token = crypto.randomUUID()
      tokens.set(token, now() + TOKEN_LASTS * 1000)
      return Response.json({
        access_token: token,
        token_type: 'Bearer',
        expires_in: TOKEN_LASTS,
        scope: 'cob.write cob.read',
      })
    }
    if ((tokens.get(authorization.replace('Bearer ', '')) ?? 0) <= now()) return fault(401, 'invalid_token')
    const qrCode = /^\/v2\/loc\/(\d+)\/qrcode$/.exec(pathname)
    if (qrCode) {
      const cob = [...cobs.values()].find(({ loc }) => loc.id === Number(qrCode[1]))
      return cob ? Response.json({ qrcode: codeOf(cob), imagemQrcode: '' }) : fault(400, 'location_nao_encontrada')
    }
    const webhook = /^\/v2\/webhook\/([^/]+)$/.exec(pathname)?.[1]
    if (webhook !== undefined) return register(request, decodeURIComponent(webhook))
    const txid = /^\/v2\/cob\/([^/]+)$/.exec(pathname)?.[1]
    if (txid === undefined) return fault(404, 'nao_encontrado')
    if (request.method === 'PUT') return create(txid, (await request.json()) as Record<string, unknown>) // likewise
    const cob = cobs.get(txid)
    if (!cob) return fault(400, 'cobranca_nao_encontrada')
    if (request.method === 'PATCH') {
      if (cob.status !== 'ATIVA') return fault(400, 'status_cobranca_invalido')
      cob.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
    }
    return Response.json(shown(cob))
  }

  async function register(request: Request, owner: string): Promise<Response> {
    const { webhookUrl } = (await request.json()) as { webhookUrl?: unknown } // likewise
    if (owner !== key) return fault(400, 'chave_invalida')
    if (typeof webhookUrl !== 'string' || !URL.canParse(webhookUrl)) return fault(400, 'webhook_invalido')
    // Otherwise it demands that a call without its certificate be refused.
    if (request.headers.get('x-skip-mtls-checking') !== 'true') return fault(400, 'webhook_invalido', 'mTLS')
    webhooks.set(owner, webhookUrl)
    return Response.json({ webhookUrl }, { status: 201 })
  }

  function create(txid: string, body: Record<string, unknown>): Response {
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) return fault(400, 'json_invalido', 'txid')
    if (cobs.has(txid)) return fault(409, 'txid_duplicado')
    const { calendario, valor, chave } = body as {
      calendario?: { expiracao?: unknown }
      valor?: { original?: unknown }
      chave?: unknown
    } // checked below
    const [expiracao, original] = [calendario?.expiracao, valor?.original]
    if (typeof original !== 'string' || !/^\d{1,10}\.\d{2}$/.test(original) || Number(original) <= 0)
      return fault(400, 'valor_invalido')
    if (chave !== key) return fault(400, 'chave_invalida')
    if (typeof expiracao !== 'number' || expiracao < 1) return fault(400, 'json_invalido', 'expiracao')
    const cob: Cob = {
      txid,
      calendario: { criacao: new Date(now()).toISOString(), expiracao },
      valor: { original },
      chave: key,
      status: 'ATIVA',
      loc: { id: cobs.size + 1 },
      pix: [],
    }
    cobs.set(txid, cob)
    return Response.json(shown(cob), { status: 201 })
  }

  const codeOf = ({ txid, valor }: Cob) => `00020101021226efi/${txid}/${valor.original}`
  const shown = (cob: Cob) => ({ revisao: 0, ...cob, ...(!hasQrCodeOnly && { pixCopiaECola: codeOf(cob) }) })

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { ...tls, ca: authority, requestCert: true, rejectUnauthorized: true },
    async fetch(request) {
      const answered = await answer(request)
      if (silent === 0) return answered
      silent--
      return new Response('gateway timeout', { status: 504 })
    },
  })

  return {
    url: `https://127.0.0.1:${server.port}`,
    clientId,
    clientSecret,
    key,
    // Tests only read these.
    cobs: cobs as ReadonlyMap<string, Cob>,
    asked: asked as readonly string[],
    webhooks: webhooks as ReadonlyMap<string, string>,
    /** Somebody pays; returns the webhook's body. Undefined if the charge cannot be paid. */
    pay(txid: string, value?: string) {
      const cob = cobs.get(txid)
      if (cob?.status !== 'ATIVA') return undefined
      if (Date.parse(cob.calendario.criacao) + cob.calendario.expiracao * 1000 < now()) return undefined
      const pix = {
        endToEndId: `E${crypto.randomUUID().replaceAll('-', '').slice(0, 31)}`,
        txid,
        valor: value ?? cob.valor.original,
        horario: new Date(now()).toISOString(),
      }
      cob.pix.push(pix)
      cob.status = 'CONCLUIDA'
      return { pix: [{ ...pix, chave: key }] }
    },
    /** Money goes back; `natureza` is MED_FRAUDE where the payer's bank asks for it. Returns the webhook's body. */
    refund(txid: string, valor?: string, { status = 'DEVOLVIDO', natureza = 'ORIGINAL' } = {}) {
      const pix = cobs.get(txid)?.pix.at(-1)
      if (!pix) return undefined
      const id = crypto.randomUUID().replaceAll('-', '')
      pix.devolucoes = [...(pix.devolucoes ?? []), { id, valor: valor ?? pix.valor, status, natureza }]
      return { pix: [{ ...structuredClone(pix), chave: key }] }
    },
    loseAnswers(count: number) {
      silent = count
    },
    /** Older accounts get the code at the location's address only. */
    answerWithoutCode() {
      hasQrCodeOnly = true
    },
    /** Tokens end at once. */
    revokeTokens: () => tokens.clear(),
    stop: () => server.stop(true),
  }
}
