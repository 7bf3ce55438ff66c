/** The guide as data: what each section says, as text keys. Pure. */
import { ApiSendStatus, apiScopes } from '../../../src/features/external-api/contract'
import { eventTypes, webhookTopics } from '../../../src/features/webhooks/contract'
import type { TextKey } from '../../shared/i18n/catalogue'
import type { Section } from './view'

type Words = Extract<TextKey, `apiGuide.${string}`>

/** `name` is code. */
export type Row = { readonly name: string; readonly note?: Words; readonly text: Words }
export type Block = { readonly head: Words; readonly rows: readonly Row[] }
export type Guide = {
  readonly call?: { readonly method: 'GET' | 'POST'; readonly path: string }
  readonly blocks: readonly Block[]
}

type NameOf<W> = W extends `apiGuide.head.${infer Name}` ? Name : never

const block = (head: NameOf<Words>, rows: readonly Row[]): Block => ({ head: `apiGuide.head.${head}`, rows })
/** Each row as its name and its text. */
const rows = (some: readonly (readonly [name: string, text: Words])[]): Row[] =>
  some.map(([name, text]) => ({ name, text }))

const authorization: Row = { name: 'Authorization', note: 'apiGuide.need.required', text: 'apiGuide.field.auth' }
const authorizing = block('headers', [authorization])

const bodyFields = [
  ['number', 'required'],
  ['contactId', 'optional'],
  ['body', 'text'],
  ['template', 'optional'],
  ['medias', 'files'],
  ['queueId', 'optional'],
  ['openTicket', 'optional'],
  ['userId', 'optional'],
  ['whatsappId', 'optional'],
  ['quotedMsg', 'optional'],
  ['msdelay', 'optional'],
  ['sendSignature', 'optional'],
] as const

export const guide: Readonly<Record<Section, Guide>> = {
  send: {
    call: { method: 'POST', path: '/api/messages/send' },
    blocks: [
      block(
        'body',
        bodyFields.map(([name, need]) => ({ name, note: `apiGuide.need.${need}`, text: `apiGuide.field.${name}` })),
      ),
      block('headers', [
        authorization,
        { name: 'Idempotency-Key', note: 'apiGuide.need.recommended', text: 'apiGuide.field.key' },
      ]),
      block(
        'errors',
        rows([
          ['401 ERR_API_TOKEN', 'apiGuide.common.e401'],
          ['409 ERR_IDEMPOTENCY_KEY_REUSED', 'apiGuide.common.reused'],
          ['422 ERR_CHECK_NUMBER', 'apiGuide.common.check'],
          ['422 ERR_API_OPTED_OUT', 'apiGuide.common.out'],
          ['422 ERR_CHANNEL_LACKS', 'apiGuide.common.lacks'],
          ['409 ERR_WINDOW_…', 'apiGuide.common.window'],
          ['422 ERR_API_MEDIA_URL', 'apiGuide.common.url'],
          ['429 ERR_TOO_MANY_REQUESTS', 'apiGuide.common.e429'],
        ]),
      ),
    ],
  },
  status: {
    call: { method: 'GET', path: '/api/messages/{id}/status' },
    blocks: [
      block(
        'response',
        ApiSendStatus.options.map((name) => ({ name, text: `apiGuide.status.${name}` })),
      ),
      authorizing,
    ],
  },
  check: {
    call: { method: 'GET', path: '/api/messages/checkNumber' },
    blocks: [
      block('params', [{ name: 'number', note: 'apiGuide.need.required', text: 'apiGuide.check.number' }]),
      block('response', rows([['existsInWhatsapp', 'apiGuide.check.exists']])),
      authorizing,
    ],
  },
  auth: {
    blocks: [
      authorizing,
      block(
        'permissions',
        apiScopes.map((name) => ({ name, text: `apiGuide.scope.${name}` })),
      ),
    ],
  },
  limits: {
    blocks: [
      block(
        'headers',
        rows([
          ['RateLimit-Limit', 'apiGuide.limit.limit'],
          ['RateLimit-Remaining', 'apiGuide.limit.rem'],
          ['RateLimit-Reset', 'apiGuide.limit.reset'],
          ['Retry-After', 'apiGuide.limit.retry'],
        ]),
      ),
      block('pace', rows([['waiting', 'apiGuide.limit.pace']])),
    ],
  },
  errors: {
    blocks: [
      block(
        'errors',
        rows([
          ['400', 'apiGuide.error.e400'],
          ['401', 'apiGuide.common.e401'],
          ['402', 'apiGuide.error.e402'],
          ['403', 'apiGuide.error.e403'],
          ['404', 'apiGuide.error.e404'],
          ['409', 'apiGuide.common.reused'],
          ['413', 'apiGuide.error.e413'],
          ['422', 'apiGuide.error.e422'],
          ['429', 'apiGuide.common.e429'],
          ['507', 'apiGuide.error.e507'],
        ]),
      ),
    ],
  },
  moving: {
    blocks: [
      block('addresses', rows([['POST', 'apiGuide.moving.same']])),
      block('fields', rows([['saveOnTicket', 'apiGuide.moving.save']])),
      block('ignored', rows([['closeTicket …', 'apiGuide.moving.ignored']])),
      block('differences', rows([['202', 'apiGuide.moving.diff']])),
    ],
  },
  events: {
    blocks: [
      block(
        'types',
        webhookTopics.map((topic) => ({ name: eventTypes[topic].join(' '), text: `apiGuide.event.${topic}` })),
      ),
      block(
        'answers',
        rows([
          ['2xx', 'apiGuide.event.ok'],
          ['410', 'apiGuide.event.gone'],
          ['3xx 4xx 5xx', 'apiGuide.event.again'],
        ]),
      ),
    ],
  },
  signature: {
    blocks: [
      block(
        'headers',
        (['id', 'timestamp', 'signature'] as const).map((name) => ({
          name: `webhook-${name}`,
          text: `apiGuide.signature.${name}`,
        })),
      ),
      block('check', rows([['HMAC-SHA256', 'apiGuide.signature.formula']])),
    ],
  },
}
