/** The guide as data: what each section says, as text keys. Pure. */
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

const required = 'apiGuide.need.required'
const optional = 'apiGuide.need.optional'

const authorization: Row = { name: 'Authorization', note: required, text: 'apiGuide.field.auth' }

export const guide: Readonly<Record<Section, Guide>> = {
  send: {
    call: { method: 'POST', path: '/api/messages/send' },
    blocks: [
      {
        head: 'apiGuide.head.body',
        rows: [
          { name: 'number', note: required, text: 'apiGuide.field.number' },
          { name: 'body', note: 'apiGuide.need.text', text: 'apiGuide.field.body' },
          { name: 'medias', note: 'apiGuide.need.files', text: 'apiGuide.field.medias' },
          { name: 'queueId', note: optional, text: 'apiGuide.field.queueId' },
          { name: 'openTicket', note: optional, text: 'apiGuide.field.openTicket' },
          { name: 'userId', note: optional, text: 'apiGuide.field.userId' },
          { name: 'whatsappId', note: optional, text: 'apiGuide.field.whatsappId' },
          { name: 'quotedMsg', note: optional, text: 'apiGuide.field.quotedMsg' },
          { name: 'msdelay', note: optional, text: 'apiGuide.field.msdelay' },
          { name: 'sendSignature', note: optional, text: 'apiGuide.field.sendSignature' },
        ],
      },
      {
        head: 'apiGuide.head.headers',
        rows: [
          authorization,
          { name: 'Idempotency-Key', note: 'apiGuide.need.recommended', text: 'apiGuide.field.key' },
        ],
      },
      {
        head: 'apiGuide.head.errors',
        rows: [
          { name: '401 ERR_API_TOKEN', text: 'apiGuide.common.e401' },
          { name: '409 ERR_IDEMPOTENCY_KEY_REUSED', text: 'apiGuide.common.reused' },
          { name: '422 ERR_CHECK_NUMBER', text: 'apiGuide.common.check' },
          { name: '422 ERR_API_OPTED_OUT', text: 'apiGuide.common.out' },
          { name: '422 ERR_API_MEDIA_URL', text: 'apiGuide.common.url' },
          { name: '429', text: 'apiGuide.common.e429' },
        ],
      },
    ],
  },
  status: {
    call: { method: 'GET', path: '/api/messages/{id}/status' },
    blocks: [
      {
        head: 'apiGuide.head.response',
        rows: [
          { name: 'waiting', text: 'apiGuide.status.waiting' },
          { name: 'queued', text: 'apiGuide.status.queued' },
          { name: 'sent', text: 'apiGuide.status.sent' },
          { name: 'delivered', text: 'apiGuide.status.delivered' },
          { name: 'read', text: 'apiGuide.status.read' },
          { name: 'failed', text: 'apiGuide.status.failed' },
        ],
      },
      { head: 'apiGuide.head.headers', rows: [authorization] },
    ],
  },
  check: {
    call: { method: 'GET', path: '/api/messages/checkNumber' },
    blocks: [
      { head: 'apiGuide.head.params', rows: [{ name: 'number', note: required, text: 'apiGuide.check.number' }] },
      { head: 'apiGuide.head.response', rows: [{ name: 'existsInWhatsapp', text: 'apiGuide.check.exists' }] },
      { head: 'apiGuide.head.headers', rows: [authorization] },
    ],
  },
  auth: {
    blocks: [
      { head: 'apiGuide.head.headers', rows: [authorization] },
      {
        head: 'apiGuide.head.permissions',
        rows: [
          { name: 'send', text: 'apiGuide.scope.send' },
          { name: 'status', text: 'apiGuide.scope.status' },
          { name: 'check', text: 'apiGuide.scope.check' },
        ],
      },
    ],
  },
  limits: {
    blocks: [
      {
        head: 'apiGuide.head.headers',
        rows: [
          { name: 'RateLimit-Limit', text: 'apiGuide.limit.limit' },
          { name: 'RateLimit-Remaining', text: 'apiGuide.limit.rem' },
          { name: 'RateLimit-Reset', text: 'apiGuide.limit.reset' },
          { name: 'Retry-After', text: 'apiGuide.limit.retry' },
        ],
      },
      { head: 'apiGuide.head.pace', rows: [{ name: 'waiting', text: 'apiGuide.limit.pace' }] },
    ],
  },
  errors: {
    blocks: [
      {
        head: 'apiGuide.head.errors',
        rows: [
          { name: '400', text: 'apiGuide.error.e400' },
          { name: '401', text: 'apiGuide.common.e401' },
          { name: '402', text: 'apiGuide.error.e402' },
          { name: '403', text: 'apiGuide.error.e403' },
          { name: '404', text: 'apiGuide.error.e404' },
          { name: '409', text: 'apiGuide.common.reused' },
          { name: '413', text: 'apiGuide.error.e413' },
          { name: '422', text: 'apiGuide.error.e422' },
          { name: '429', text: 'apiGuide.common.e429' },
          { name: '507', text: 'apiGuide.error.e507' },
        ],
      },
    ],
  },
  moving: {
    blocks: [
      { head: 'apiGuide.head.addresses', rows: [{ name: 'POST', text: 'apiGuide.moving.same' }] },
      { head: 'apiGuide.head.fields', rows: [{ name: 'saveOnTicket', text: 'apiGuide.moving.save' }] },
      { head: 'apiGuide.head.ignored', rows: [{ name: 'closeTicket …', text: 'apiGuide.moving.ignored' }] },
      { head: 'apiGuide.head.differences', rows: [{ name: '202', text: 'apiGuide.moving.diff' }] },
    ],
  },
  events: {
    blocks: [
      {
        head: 'apiGuide.head.types',
        rows: webhookTopics.map((topic) => ({ name: eventTypes[topic].join(' '), text: `apiGuide.event.${topic}` })),
      },
      {
        head: 'apiGuide.head.answers',
        rows: [
          { name: '2xx', text: 'apiGuide.event.ok' },
          { name: '410', text: 'apiGuide.event.gone' },
          { name: '3xx 4xx 5xx', text: 'apiGuide.event.again' },
        ],
      },
    ],
  },
  signature: {
    blocks: [
      {
        head: 'apiGuide.head.headers',
        rows: [
          { name: 'webhook-id', text: 'apiGuide.signature.id' },
          { name: 'webhook-timestamp', text: 'apiGuide.signature.timestamp' },
          { name: 'webhook-signature', text: 'apiGuide.signature.signature' },
        ],
      },
      { head: 'apiGuide.head.check', rows: [{ name: 'HMAC-SHA256', text: 'apiGuide.signature.formula' }] },
    ],
  },
}

/** Sections with their own example; the others show that of sending. */
export const exampleSection = (section: Section): Section =>
  section === 'status' || section === 'check' ? section : 'send'
