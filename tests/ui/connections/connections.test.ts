import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import {
  ConnectionStatus,
  type ConnectionSummary,
  connectionUpdated,
  sessionUpdated,
} from '../../../src/channels/connections/contract'
import type { Reason } from '../../../src/channels/whatsapp/session/close-reason'
import type { LiveEvent } from '../../../src/platform/events'
import { queueDeleted } from '../../../src/queues/contract'
import { shownConnections } from '../../../ui/features/connections/spec'
import { explain, headline, lookOf } from '../../../ui/features/connections/status'
import { ConnectionsView } from '../../../ui/features/connections/view'
import { holdOf, isDown } from '../../../ui/features/directory/holds'
import { connectionsSpec } from '../../../ui/features/directory/spec'
import { Days } from '../../../ui/shared/i18n/days'
import { languages } from '../../../ui/shared/i18n/languages'
import { addPage, applyChanges } from '../../../ui/shared/live/apply'
import { rulesOf } from '../../../ui/shared/live/liveCrud'
import { textIn } from '../support/texts'

const connection = (change: Partial<ConnectionSummary> = {}): ConnectionSummary => ({
  id: 1,
  name: 'Loja Centro',
  channel: 'whatsapp',
  number: '552130421180',
  status: 'CONNECTED',
  reason: null,
  since: '2026-11-19T14:00:00.000Z',
  until: null,
  qrcode: '',
  qrcodeExpiresAt: null,
  pairingCode: null,
  passkey: null,
  retries: 0,
  isDefault: false,
  queueIds: [],
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  greetingMediaAttachment: null,
  enableQueueChatbot: true,
  joinsAnswers: false,
  maxUseBotQueues: 0,
  timeSendQueue: 0,
  sendIdQueue: null,
  provider: 'beta',
  hasToken: false,
  messagesPerMinute: 0,
  expiresTicket: 0,
  importOldMessagesEnable: false,
  importDateStartMessages: null,
  importDateEndMessages: null,
  importOldMessagesGroups: false,
  queueIdImportMessages: null,
  closedTicketsPostImported: false,
  statusImportMessages: null,
  appTexts: 'none',
  account: null,
  outboxCount: 0,
  updatedAt: '2026-11-19T14:00:00.000Z',
  ...change,
})

const days = new Days('pt-BR', 'America/Sao_Paulo', { today: 'hoje', yesterday: 'ontem' })
const NOW = Date.parse('2026-11-19T18:00:00.000Z')

/** The type requires every reason the server can give. */
const reasons: Record<Reason | 'loggedOutHere' | 'accountInUse' | 'archived' | 'passkeyInterrupted', true> = {
  network: true,
  firstContactsRefused: true,
  serverUnavailable: true,
  loggedOut: true,
  loggedOutHere: true,
  replaced: true,
  banned: true,
  temporarilyBanned: true,
  outdated: true,
  refused: true,
  certificate: true,
  notMultiDevice: true,
  storage: true,
  qrUnscanned: true,
  pairingOver: true,
  pairingFailed: true,
  accountTaken: true,
  accountInUse: true,
  archived: true,
  passkeyOutOfTime: true,
  passkeyNoOptions: true,
  passkeyRefused: true,
  passkeySilent: true,
  passkeyUnreadable: true,
  passkeyCodeDiffers: true,
  passkeyGivenUp: true,
  passkeyLineLost: true,
  passkeyInterrupted: true,
  restricted: true,
  locked: true,
}

describe.each(languages)('%s', (language) => {
  test('explains every status and every reason', async () => {
    const t = await textIn(language)
    for (const status of ConnectionStatus.options) {
      expect(t.find(`connections.status.${status}`)).toBeString()
      expect(explain(t, connection({ status }))).not.toContain('connections.')
    }
    for (const reason of Object.keys(reasons)) {
      const words = t.find(`connections.reason.${reason}`)
      expect(words).toBeString()
      expect(explain(t, connection({ status: 'DISCONNECTED', reason }))).toBe(words ?? '')
    }
  })
})

test('an unknown reason falls back to its status, and the outbox is counted', async () => {
  const t = await textIn('pt-BR')
  expect(explain(t, connection({ status: 'TIMEOUT', reason: 'brandNew', outboxCount: 3 }))).toBe(
    'Tentando de novo sozinha. 3 mensagens esperam para sair.',
  )
  expect(explain(t, connection({ outboxCount: 3 }))).toBe('Recebendo e enviando mensagens.')
})

test('a failure says since when, a restriction until when', async () => {
  const t = await textIn('pt-BR')
  const said = (change: Partial<ConnectionSummary>) => headline(t, days, connection(change), NOW)
  expect(said({})).toBe('Conectada')
  expect(said({ status: 'DISCONNECTED' })).toBe('Desconectada às 11:00')
  expect(said({ status: 'DISCONNECTED', since: '2026-11-17T14:00:00.000Z' })).toBe('Desconectada em 17/11 às 11:00')
  expect(said({ status: 'DISCONNECTED', number: null })).toBe('Desconectada')
  expect(said({ status: 'RESTRICTED', until: '2026-11-22T12:00:00.000Z' })).toBe('Conta restrita até 22/11 às 09:00')
  expect(said({ status: 'RESTRICTED' })).toBe('Conta restrita')
  expect(said({ status: 'BANNED', until: '2026-11-19T20:00:00.000Z' })).toBe('Número suspenso até às 17:00')
})

test('a connection without a number is new, one that lost it is broken', () => {
  expect(lookOf(connection({ status: 'DISCONNECTED', number: null }))).toMatchObject({ tone: 'off', action: 'connect' })
  expect(lookOf(connection({ status: 'DISCONNECTED' }))).toMatchObject({ tone: 'bad', action: 'reconnect' })
})

test('every stopped connection is reported, linked before or not, but not while it is restricted', () => {
  for (const number of ['5511999990000', null]) {
    const down = ConnectionStatus.options.filter((status) => isDown(connection({ status, number })))
    expect(down).toEqual(ConnectionStatus.options.filter((one) => one !== 'CONNECTED' && one !== 'RESTRICTED'))
  }
})

test('messages are promised to be sent later only if the connection reconnects by itself', () => {
  const hold = (change: Partial<ConnectionSummary>) => holdOf(connection(change))
  expect([hold({}), hold({ status: 'RESTRICTED' })]).toEqual([null, null])
  for (const status of ['OPENING', 'PAIRING', 'TIMEOUT'] as const) expect(hold({ status })).toBe('returns')
  for (const status of ['DISCONNECTED', 'qrcode', 'PASSKEY'] as const) expect(hold({ status })).toBe('unlinked')
  expect(hold({ status: 'REPLACED' })).toBe('elsewhere')
  expect(hold({ status: 'BANNED' })).toBe('banned')
  expect(hold({ status: 'BANNED', until: '2026-11-20T14:00:00.000Z' })).toBe('suspended')
})

test('a connection that gets no answer from WhatsApp can be retried at once', () => {
  expect(lookOf(connection({ status: 'TIMEOUT' }))).toMatchObject({ step: 'retry', action: 'tryNow' })
})

describe('the list under events', () => {
  const rules = rulesOf<ConnectionSummary, void>(connectionsSpec, undefined)
  const after = (event: LiveEvent, ...rows: ConnectionSummary[]) => {
    const list = addPage<ConnectionSummary, unknown>(undefined, { items: rows, hasMore: false }, { rules })
    const changes = connectionsSpec.events.flatMap((handler) => handler(event) ?? [])
    return applyChanges(list, changes, rules).items
  }

  test('a new default clears the mark of the previous one', () => {
    const crowned = connectionUpdated({ whatsapp: connection({ id: 2, isDefault: true }) })
    const marks = after(crowned, connection({ id: 1, isDefault: true }), connection({ id: 2 }))
    expect(marks.map((one) => one.isDefault)).toEqual([false, true])
  })

  test('an event older than the row is ignored', () => {
    const late = sessionUpdated({
      session: connection({ status: 'OPENING', updatedAt: '2026-11-19T13:59:59.000Z' }),
    })
    expect(after(late, connection())[0]?.status).toBe('CONNECTED')
  })

  test('a deleted queue is removed from its connections, and the others stay unchanged', () => {
    const rows = [connection({ id: 1, queueIds: [4, 5] }), connection({ id: 2, queueIds: [5] })]
    const left = after(queueDeleted({ queueId: 4 }), ...rows)
    const [waiter] = after(queueDeleted({ queueId: 4 }), connection({ timeSendQueue: 5, sendIdQueue: 4 }))
    expect(waiter?.sendIdQueue).toBeNull()
    expect(left.map(({ queueIds }) => queueIds)).toEqual([[5], [5]])
    expect(left[1]).toBe(rows[1] as ConnectionSummary)
  })
})

test('filters match names without accents, digits and state', () => {
  const list = [
    connection({ id: 1, name: 'Assistência', number: '552130421177', status: 'DISCONNECTED' }),
    connection({ id: 2, name: 'Showroom', number: null, status: 'qrcode' }),
    connection({ id: 3, name: 'Balcão' }),
  ]
  const ids = (view: v.InferOutput<typeof ConnectionsView>) => shownConnections(list, view).map((one) => one.id)
  expect(ids({})).toEqual([1, 3, 2])
  expect(ids({ desc: true })).toEqual([2, 3, 1])
  expect(ids({ search: 'assistencia' })).toEqual([1])
  expect(ids({ search: '3042-1177' })).toEqual([1])
  expect(ids({ state: 'waiting' })).toEqual([2])
  expect(ids({ sort: 'state' })).toEqual([1, 2, 3])
})

test('an invalid address shows everything', () => {
  expect(v.parse(ConnectionsView, { search: 21, state: 'nonsense', sort: 4, desc: 'x' })).toEqual({ search: '21' })
})
