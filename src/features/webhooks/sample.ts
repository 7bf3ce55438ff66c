/** Sample webhooks with their deliveries. All are off, because their addresses do not exist, until a receiver is there. */
import { eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { instant } from '../../platform/formats'
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/time'
import { newSecret } from '../../platform/webhook-signature'
import type { DeliveryFault, DisabledReason, EventType, WebhookTopic } from './contract'
import { updateState } from './health'
import { PAYLOAD_VERSION } from './payloads'
import { listWebhooks } from './queries'
import { RETRY_SPAN } from './retries'
import { encryptSecret, secretsOf } from './secrets'
import { webhookDeliveries, webhookStates, webhooks } from './tables'

type SampleAttempt = { readonly status: number | null; readonly fault: DeliveryFault | null; readonly took: number }
type Sample = {
  readonly type: EventType
  /** Age in milliseconds. */
  readonly ago: number
  readonly tries: readonly SampleAttempt[]
  readonly data: Readonly<Record<string, unknown>>
}

const answered = (status: number, took: number): SampleAttempt => ({
  status,
  fault: status >= 200 && status < 300 ? null : 'status',
  took,
})
const silent: SampleAttempt = { status: null, fault: 'timeout', took: 15_000 }

const person = { id: 1, name: 'Luciana Peçanha', number: '5511987654321', isGroup: false }
const message = (id: number, body: string, fromMe = false) => ({
  id,
  ticketId: 1,
  contact: person,
  whatsappId: 1,
  fromMe,
  userId: fromMe ? 1 : null,
  mediaType: 'chat',
  body,
  media: null,
})

const toErp: readonly Sample[] = [
  { type: 'message.created', ago: 3 * MINUTE, tries: [answered(200, 38)], data: message(31, 'Chegou, obrigada!') },
  {
    type: 'message.status',
    ago: 4 * MINUTE,
    tries: [answered(200, 41)],
    data: { id: 30, ticketId: 1, status: 'read', failure: null },
  },
  {
    type: 'message.created',
    ago: 5 * MINUTE,
    tries: [answered(200, 36)],
    data: message(30, 'Seu pedido saiu para entrega.', true),
  },
  {
    type: 'ticket.updated',
    ago: 22 * MINUTE,
    tries: [answered(503, 52), answered(503, 47), answered(204, 52)],
    data: { id: 1, status: 'open', contactId: 1, whatsappId: 1, queueId: 1, userId: 1, move: 'accept', byUserId: 1 },
  },
  {
    type: 'message.created',
    ago: 25 * MINUTE,
    tries: [answered(200, 44)],
    data: message(29, 'Bom dia, e o meu sofá?'),
  },
  { type: 'webhook.test', ago: 2 * DAY, tries: [answered(200, 61)], data: { message: 'Test event of Balcão' } },
]
const toBi: readonly Sample[] = [
  {
    type: 'campaign.updated',
    ago: 2 * DAY,
    tries: [silent, silent, { status: null, fault: 'unreachable', took: 21 }],
    data: { id: 1, name: 'Semana do sofá', status: 'FINALIZADA', reason: null, total: 120, sent: 118, failed: 2 },
  },
  {
    type: 'connection.updated',
    ago: 2 * DAY + HOUR,
    tries: [silent, silent],
    data: { id: 1, name: 'Loja', number: '5511900010001', status: 'CONNECTED', reason: null },
  },
]

const ERP = 'https://erp.casaaurora.example/balcao'

/**
 * Turns the first sample webhook on, at a receiver on this machine, and returns its secret. At later starts, the receiver
 * may have moved. Null if somebody has changed or deleted it.
 */
export function connectSample(cx: Cx, encryption: Encryption, url: string): string | null {
  return cx.transaction((cx) => {
    const [hook] = listWebhooks(cx.db)
    const isNew = hook?.url === ERP && hook.secret === ''
    if (!hook || !(isNew || isAt(hook.url, url))) return null
    if (isNew) {
      const secret = newSecret()
      const change = { url, active: true, secret: encryptSecret(cx, encryption, secret) }
      cx.db.update(webhooks).set(change).where(eq(webhooks.id, hook.id)).run()
      updateState(cx, hook.id, { active: true })
      return secret
    }
    cx.db.update(webhooks).set({ url }).where(eq(webhooks.id, hook.id)).run()
    return secretsOf(cx, encryption, hook)[0] ?? null
  })
}

const isAt = (address: string, url: string) =>
  new URL(address).hostname === new URL(url).hostname && new URL(address).pathname === new URL(url).pathname

export function addSampleWebhooks(cx: Cx) {
  add(cx, ERP, ['messages', 'tickets'], null, toErp)
  add(cx, 'https://bi.casaaurora.example/eventos', ['connections', 'campaigns'], 'failing', toBi)
}

function add(
  { db, now, tenant }: Cx,
  url: string,
  topics: readonly WebhookTopic[],
  disabledWhy: DisabledReason | null,
  sent: readonly Sample[],
) {
  const secretAt = now() - 20 * DAY
  // The secret is unreadable: a delivery then fails with that reason.
  const hook = db
    .insert(webhooks)
    .values({ url, topics, active: false, secret: '', secretAt, createdAt: secretAt })
    .returning()
    .get()
  const lastAt = now() - Math.min(...sent.map(({ ago }) => ago))
  const disabledAt = disabledWhy && now() - DAY
  db.insert(webhookStates)
    .values({ webhookId: hook.id, active: false, disabledWhy, disabledAt, lastAt, failingSince: disabledWhy && lastAt })
    .run()
  for (const [at, { type, ago, tries, data }] of sent.toReversed().entries()) {
    const createdAt = now() - ago
    const eventId = `evt_sample${hook.id}${at}`
    const last = tries.at(-1)
    db.insert(webhookDeliveries)
      .values({
        webhookId: hook.id,
        eventId,
        type,
        createdAt,
        nextAt: createdAt,
        expiresAt: createdAt + RETRY_SPAN,
        body: JSON.stringify({
          id: eventId,
          type,
          version: PAYLOAD_VERSION,
          timestamp: instant(createdAt),
          companyId: tenant.id,
          data,
        }),
        status: last?.fault === null ? 'delivered' : 'failed',
        attempts: tries.length,
        tries: tries.length,
        lastAt: createdAt + (tries.length - 1) * MINUTE,
        answerStatus: last?.status ?? null,
        fault: last?.fault ?? null,
        took: last?.took ?? null,
        answer: last?.fault === null ? '{"ok":true}' : null,
        history: tries.map((one, n) => ({ at: instant(createdAt + n * MINUTE + n * SECOND), ...one })),
      })
      .run()
  }
}
