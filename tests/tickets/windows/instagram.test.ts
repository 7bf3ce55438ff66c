/** A conversation on Instagram over the end of its window, against the stand-in of Meta, which keeps its own time. */
import { expect, test } from 'bun:test'
import { HOUR, MINUTE } from '../../../src/platform/time'
import { sendAutomatic } from '../../../src/tickets/sending/send-automatic'
import { connectedWorld } from '../../channels/meta/pages/connected'
import { until } from '../../support/until'
import { NOON, type World } from '../../support/world'

const DAY = 24 * HOUR

test('a conversation on Instagram outlasts the window by what people write, and opens again', async () => {
  let clock: World['clock'] | undefined
  const all = await connectedWorld({ now: () => clock?.now() ?? NOON })
  const { w, admin, instagram, instagramId, ticketOf } = all
  clock = w.clock
  await instagram.text('Consegue segurar até sábado?')
  const id = await ticketOf(instagramId)
  await admin.json(`/api/tickets/${id}`, 'PUT', { status: 'open', userId: admin.userId })
  const write = (body: string) => admin.json(`/api/messages/${id}`, 'POST', { body })
  const arrived = () => instagram.received.map(({ content }) => content.text)
  const automatic = (text: string) => w.cx.transaction((cx) => sendAutomatic(cx, w.ticketNow(id), text))
  const ackOf = (body: string) => all.stored().find((one) => one.body === body)?.ack

  // Within it, everybody.
  expect(automatic('Já respondemos.')).toBe(true)
  expect((await write('Seguro sim!')).status).toBe(200)
  await until(() => arrived().includes('Seguro sim!'), 'the answer')

  // After it, people only.
  w.clock.forward(DAY + MINUTE)
  expect(automatic('Ainda está aí?')).toBe(false)
  expect((await write('Desculpe a demora.')).status).toBe(200)
  await until(() => arrived().includes('Desculpe a demora.'), 'the late answer')
  await until(() => (ackOf('Desculpe a demora.') ?? 0) >= 2, 'the tick')
  expect(arrived()).not.toContain('Ainda está aí?')

  // After seven days, nobody.
  w.clock.forward(6 * DAY)
  expect(await (await write('E agora?')).json()).toMatchObject({ error: 'ERR_WINDOW_CLOSED' })

  // Until the person writes.
  await instagram.text('Oi, ainda tem?')
  await until(() => all.stored().some(({ body }) => body === 'Oi, ainda tem?'), 'the new message')
  expect((await write('Tem sim!')).status).toBe(200)
  await until(() => arrived().includes('Tem sim!'), 'the new answer')
})
