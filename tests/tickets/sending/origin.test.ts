/** An automated message of ours names what sent it, wherever it is shown. */
import { expect, test } from 'bun:test'
import type { MessageOrigin } from '../../../src/channels/contract'
import type { Schedule } from '../../../src/features/schedules/contract'
import { HOUR } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import type { TicketPage } from '../../../src/tickets/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import type { MessageHits } from '../../../src/tickets/searching/contract'
import { indexNext } from '../../../src/tickets/searching/indexing'
import { LOJA, SALES, SUPPORT } from '../../support/company-world'
import { doJob } from '../../support/jobs'
import { PNG } from '../../support/pixel'
import { until } from '../../support/until'
import { NOON, world } from '../../support/world'

const bot: MessageOrigin = { by: 'bot', name: '' }

/** Maria has written, and was greeted with a text and a picture. */
async function greeted() {
  const w = world()
  const admin = w.admin()
  await admin.api.whatsapp({ id: LOJA }).put({ queueIds: [SALES, SUPPORT], greetingMessage: 'Somos a Aurora' })
  const form = new FormData()
  form.set('file', new File([PNG], 'loja.png', { type: 'image/png' }))
  await admin.request(`/api/whatsapp/${LOJA}/media-upload`, { method: 'POST', body: form })
  const maria = w.whatsapp.person('5521996124087', { name: 'Maria' })
  maria.says('oi')
  const ours = () =>
    admin
      .heard(messageCreated)
      .filter(({ message }) => message.fromMe)
      .map(({ message }) => [message.mediaType, message.extra?.origin])
  return { w, admin, maria, ours }
}

test('the bot is named when it greets with text and file, and reports the place in the queue', async () => {
  const { w, admin, ours } = await greeted()
  expect(ours()).toEqual([
    ['chat', bot],
    ['image', bot],
  ])
  writeSetting(w.db, 'sendQueuePosition', 'enabled')
  await admin.api.tickets({ id: 1 }).put({ queueId: SALES, userId: null })
  expect(ours()).toHaveLength(3)
  expect(ours().at(-1)).toEqual(['chat', bot])
})

test('a schedule is named in the message and the list row, although a user created it', async () => {
  const w = world()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const contactId = w.contact({ number: '5521996124087', name: 'Maria' }).id
  const sendAt = new Date(NOON + HOUR).toISOString()
  const made = await ana.json('/api/schedules', 'POST', { contactId, whatsappId: LOJA, body: 'Olá, Maria!', sendAt })
  expect(((await made.json()) as { schedules: Schedule[] }).schedules).toHaveLength(1) // the answer of its route
  w.clock.forward(HOUR)
  doJob(w, 'schedules.send')
  const origin: MessageOrigin = { by: 'schedule', name: '' }
  expect(ana.heard(messageCreated).map(({ message }) => message.extra?.origin)).toEqual([origin])
  const answer = await w.admin().request('/api/tickets?status=closed&showAll=true')
  const { tickets } = (await answer.json()) as TicketPage // likewise
  expect(tickets.map(({ last }) => last?.origin)).toEqual([origin])
})

test('search hits and quotes name it', async () => {
  const { w, admin, maria } = await greeted()
  await until(() => maria.got().length > 0, 'the greeting')
  const found = async () => {
    const answer = await admin.request('/api/messages/search?searchParam=aurora')
    return ((await answer.json()) as MessageHits).hits // the answer of its route
  }
  while (indexNext(w.cx));
  expect((await found()).map(({ author, origin }) => ({ author, origin }))).toEqual([{ author: null, origin: bot }])
  const [greeting] = w.rows<{ external_id: string }>("SELECT external_id FROM messages WHERE body = 'Somos a Aurora'")
  maria.says('gostei', { quotedExternalId: greeting?.external_id ?? null })
  expect(admin.heard(messageCreated).at(-1)?.message.quotedMsg).toMatchObject({ body: 'Somos a Aurora', origin: bot })
})
