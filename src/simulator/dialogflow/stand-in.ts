/**
 * A local Dialogflow ES with Google's token service: it checks what the real ones check (signature, issuer, audience,
 * age, scope, project, lengths), and can fail like them.
 */
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { importSPKI, jwtVerify } from 'jose'
import { MINUTE, SECOND } from '../../platform/time'

const PROJECT = 'casa-aurora-faq'
const EMAIL = `balcao@${PROJECT}.iam.gserviceaccount.com`
const SCOPES = ['https://www.googleapis.com/auth/dialogflow', 'https://www.googleapis.com/auth/cloud-platform']
const LIFE = 60 * MINUTE
const TOLERANCE = 5 * MINUTE

export type IntentRequest = { readonly session: string; readonly text: string; readonly languageCode: string }
/** `queryResult` of the answer. */
type Answer = (asked: IntentRequest) => Readonly<Record<string, unknown>>

type AudioConfig = {
  readonly audioEncoding?: string
  readonly sampleRateHertz?: number
  readonly languageCode?: string
}
type Query = {
  readonly queryInput?: {
    readonly text?: { readonly text?: string; readonly languageCode?: string }
    readonly audioConfig?: AudioConfig
  }
  readonly inputAudio?: string
}

/** What it hears in any recording. */
export const HEARD = 'quero falar de entrega'
const OPUS_RATES = [8000, 12_000, 16_000, 24_000, 48_000]

function audioFault({ audioEncoding, sampleRateHertz }: AudioConfig, audio = ''): string | undefined {
  if (audioEncoding !== 'AUDIO_ENCODING_OGG_OPUS') return 'Invalid audio encoding'
  if (!OPUS_RATES.includes(sampleRateHertz ?? 0)) return 'Invalid sample rate'
  return Buffer.from(audio, 'base64').subarray(0, 4).toString() === 'OggS' ? undefined : 'Invalid audio'
}

const fault = (code: number, status: string, message: string) =>
  Response.json({ error: { code, message, status } }, { status: code })

export function startDialogflow({ port = 0, now = Date.now }: { readonly port?: number; now?(): number } = {}) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
  const tokens = new Map<string, number>()
  const asked: IntentRequest[] = []
  const refused: string[] = []
  let issued = 0
  let reply: Answer = ({ text }) => ({ fulfillmentMessages: [{ text: { text: [`Você disse: ${text}`] } }] })
  let broken: Response | undefined

  async function token(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const refuse = (words: string) => {
      refused.push(words)
      return Response.json({ error: 'invalid_grant', error_description: words }, { status: 400 })
    }
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return refuse('Invalid grant type')
    try {
      const { payload, protectedHeader } = await jwtVerify(
        form.get('assertion') ?? '',
        await importSPKI(publicKey, 'RS256'),
        {
          issuer: EMAIL,
          audience: `${origin}/token`,
          currentDate: new Date(now()),
          algorithms: ['RS256'],
          clockTolerance: TOLERANCE / SECOND,
        },
      )
      const { iat = 0, exp = 0, scope } = payload
      if (protectedHeader.kid !== 'key1') return refuse('Invalid key id')
      if (exp - iat > LIFE / SECOND) return refuse('Invalid JWT: Token must be a short-lived token (60 minutes)')
      if (!SCOPES.includes(String(scope))) return refuse('Invalid scope')
    } catch {
      return refuse('Invalid JWT Signature.')
    }
    issued++
    const access_token = crypto.randomUUID()
    tokens.set(access_token, now() + LIFE)
    return Response.json({ access_token, expires_in: LIFE / SECOND, token_type: 'Bearer' })
  }

  async function detectIntent(request: Request, project: string, session: string): Promise<Response> {
    const until = tokens.get((request.headers.get('authorization') ?? '').replace(/^Bearer /, ''))
    if (until === undefined || until <= now()) return fault(401, 'UNAUTHENTICATED', 'Request had invalid credentials.')
    if (project !== PROJECT) return fault(403, 'PERMISSION_DENIED', 'IAM permission denied')
    if (broken) return broken.clone()
    const body = (await request.json()) as Query // checked below
    const audio = body.queryInput?.audioConfig
    const fault400 = audio && audioFault(audio, body.inputAudio)
    if (fault400) return fault(400, 'INVALID_ARGUMENT', fault400)
    const { text = '', languageCode = '' } = audio ? { ...audio, text: HEARD } : (body.queryInput?.text ?? {})
    if (session.length > 36) return fault(400, 'INVALID_ARGUMENT', 'Session id is too long')
    if (text === '' || text.length > 256) return fault(400, 'INVALID_ARGUMENT', 'Input text is empty or too long')
    if (languageCode === '') return fault(400, 'INVALID_ARGUMENT', 'languageCode is missing')
    const one = { session, text, languageCode }
    asked.push(one)
    return Response.json({
      responseId: crypto.randomUUID(),
      queryResult: { queryText: text, languageCode, ...reply(one) },
    })
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/token') return token(request)
      const [, project, session] =
        /^\/v2\/projects\/([^/]+)\/agent\/sessions\/([^/:]+):detectIntent$/.exec(pathname) ?? []
      return project && session ? detectIntent(request, project, session) : fault(404, 'NOT_FOUND', 'No such page')
    },
  })
  server.unref() // it does not keep the process alive
  const origin = `http://127.0.0.1:${server.port}`

  return {
    url: origin,
    project: PROJECT,
    /** The key file of its service account. */
    keyFile: (given: Readonly<Record<string, string>> = {}) =>
      JSON.stringify({
        type: 'service_account',
        project_id: PROJECT,
        private_key_id: 'key1',
        client_email: EMAIL,
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        token_uri: `${origin}/token`,
        ...given,
      }),
    asked: asked as readonly IntentRequest[],
    /** Why assertions were refused. */
    refused: refused as readonly string[],
    tokensIssued: () => issued,
    /** From now on it answers like this. */
    answers(next: Answer) {
      reply = next
    },
    /** From now on it answers with this, or again as usual. */
    breaks(next: Response | undefined) {
      broken = next
    },
    revokeTokens: () => tokens.clear(),
    stop: () => server.stop(true),
  }
}
