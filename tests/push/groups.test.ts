/** Groups: everybody may write in them, so that they notify whom a message answers beside their attendant. */
import { describe, expect, test } from 'bun:test'
import { SALES } from '../support/company-world'
import { both, JOAO, MARIA, neighbours, US } from '../support/neighbours'
import { until } from '../support/until'
import { deviceOf, noticesOf, pushing, send } from './support'

async function talking() {
  const { w, service } = await pushing()
  const group = neighbours(w)
  const said = (body: string) =>
    w.rows<{ external_id: string }>('SELECT external_id FROM messages WHERE body = ?', body)[0]?.external_id ?? ''
  group.stands({ subject: 'Obra da Maria' })
  group.writes(MARIA, 'bom dia')
  const ticketId = w.rows<{ id: number }>('SELECT id FROM tickets WHERE is_group = 1')[0]?.id ?? 0
  const [ana, beto] = [w.attendant([SALES], { name: 'Ana' }), w.attendant([SALES], { name: 'Beto' })]
  const caio = w.attendant([SALES], { name: 'Caio' })
  await caio.api.tickets({ id: ticketId }).put({ status: 'open', queueId: SALES })
  for (const [who, body] of [
    [beto, 'chegou o piso'],
    [ana, 'levo na sexta'],
  ] as const)
    expect((await who.api.messages({ id: ticketId }).post({ body })).status).toBe(200)
  await until(() => said('levo na sexta') !== '', 'sent')
  const [phone, other] = [await deviceOf(ana, service), await deviceOf(beto, service)]
  const holder = await deviceOf(caio, service)
  return { w, group, ana, beto, phone, other, holder, said }
}

describe('a message in a group', () => {
  test('that answers what I wrote reaches me and its attendant', async () => {
    const { w, group, phone, other, holder, said } = await talking()
    group.writes(JOAO, 'sexta não posso', { quotedExternalId: said('levo na sexta') })
    await send(w)
    expect((await phone.gets(1))[0]).toMatchObject({
      title: expect.stringContaining('Vendas'),
      body: 'sexta não posso',
    })
    expect((await holder.gets(1))[0]).toMatchObject({ body: 'sexta não posso' })
    expect(other.attempts()).toBe(0)
  })

  test('that mentions the company reaches who of us wrote there last', async () => {
    const { w, group, phone, other } = await talking()
    const mentions = [{ token: US, addresses: both(US), isUs: true }]
    group.writes(JOAO, `@${US} alguém?`, { mentions })
    await send(w)
    expect((await phone.gets(1))[0]?.body).toContain('alguém?')
    expect(other.attempts()).toBe(0)
  })

  test('that means nobody of us notifies its attendant alone', async () => {
    const { w, group, holder } = await talking()
    group.writes(JOAO, 'bom dia')
    expect(noticesOf(w).map(({ device_id }) => device_id)).toEqual([holder.id])
  })

  test('does not come once somebody has opened the group, nor if I muted it', async () => {
    const { w, group, ana, beto, phone, said } = await talking()
    group.writes(JOAO, 'sexta não posso', { quotedExternalId: said('levo na sexta') })
    const [{ id } = { id: 0 }] = w.rows<{ id: number }>('SELECT id FROM tickets WHERE is_group = 1')
    await beto.api.messages({ id }).get({ query: {} })
    await send(w)
    await ana.api.push.settings.put({ muted: ['groups'], showsText: true, quiet: null })
    group.writes(JOAO, 'e sábado?', { quotedExternalId: said('levo na sexta') })
    await send(w)
    expect(phone.attempts()).toBe(0)
  })
})
