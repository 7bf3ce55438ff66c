/** What led to a conversation: on its messages and on the ticket, in events, webhooks and the list. */
import { describe, expect, test } from 'bun:test'
import type { Referral } from '../../src/channels/contract'
import type { WebhookTopic } from '../../src/features/webhooks/contract'
import { ticketUpdated } from '../../src/tickets/contract'
import { messageCreated } from '../../src/tickets/messages/contract'
import { group } from '../support/telephones'
import { until } from '../support/until'
import { allowLocal } from '../support/webhook-receiver'
import { receiver } from '../support/webhook-receivers'
import { world } from '../support/world'

const AD: Referral = {
  kind: 'ad',
  title: 'Sofá 3 lugares',
  text: 'Fale conosco',
  url: 'https://fb.me/exemplo',
  sourceId: '120000000000001',
  clickId: 'CLID-1',
  app: 'facebook',
  thumbnail: 'data:image/jpeg;base64,/9g=',
}
const { thumbnail: _, ...KEPT } = AD
const extra = { referral: AD }

describe('a message that came from an ad', () => {
  test('shows it, and its ticket keeps the first one', async () => {
    const w = world()
    const admin = w.admin()
    const maria = w.whatsapp.person('5511988887777', { name: 'Maria' })
    maria.says('Olá! Tenho interesse', { extra })
    maria.says('e este?', { extra: { referral: { ...AD, title: 'Mesa' } } })
    maria.says('obrigada')
    const { data } = await admin.api.tickets.get({ query: { showAll: 'true' } })
    expect(data?.tickets).toMatchObject([{ referral: KEPT }])
    const id = data?.tickets[0]?.id ?? 0
    const messages = (await admin.api.messages({ id }).get({ query: {} })).data?.messages
    expect(messages?.map((one) => one.extra?.referral?.title)).toEqual(['Sofá 3 lugares', 'Mesa', undefined])
    expect(messages?.[0]?.extra?.referral).toEqual(AD)
    const live = [...admin.heard(ticketUpdated), ...admin.heard(messageCreated)]
    expect(live.every(({ ticket }) => ticket.referral?.title === 'Sofá 3 lugares')).toBe(true)
  })

  test('is chosen by a filter of the list', async () => {
    const w = world()
    const admin = w.admin()
    w.whatsapp.person('5511988887777', { name: 'Maria' }).says('Olá!', { extra })
    w.whatsapp.person('5511988887778', { name: 'João' }).says('Olá!')
    const listed = async (referrals: string) => {
      const answer = await admin.request(`/api/tickets?showAll=true${referrals}`)
      const { tickets } = (await answer.json()) as { tickets: { contact: { name: string } }[] }
      return tickets.map(({ contact }) => contact.name)
    }
    expect(await listed('&referrals=%5B1%5D')).toEqual(['Maria'])
    expect(await listed('&referrals=%5B2%5D')).toEqual([])
    expect((await listed('')).sort()).toEqual(['João', 'Maria'])
    const found = await admin.request('/api/messages/search?searchParam=ol%C3%A1&referrals=%5B1%5D')
    expect(((await found.json()) as { hits: unknown[] }).hits).toHaveLength(1)
  })

  test('stands in webhooks, with the message and the new conversation', async () => {
    const w = world({ outsideAllow: allowLocal })
    const there = receiver(w.clock.now)
    const topics: WebhookTopic[] = ['messages', 'tickets']
    const { data } = await w.admin().api.webhooks.post({ url: there.url, topics })
    there.checks.secret = data?.secret ?? ''
    const maria = w.whatsapp.person('5511988887777', { name: 'Maria' })
    maria.says('Olá!', { extra })
    maria.says('oi')
    const sent = () => w.rows<{ status: string }>('SELECT status FROM webhook_deliveries')
    await until(() => sent().every(({ status }) => status !== 'waiting'), 'all deliveries')
    const ofType = (type: string) => there.received.filter((one) => one.type === type).map((one) => one.data)
    expect(ofType('ticket.created')).toMatchObject([{ referral: KEPT }])
    expect(ofType('message.created')).toMatchObject([{ referral: KEPT }, { referral: null }])
    expect(JSON.stringify(there.received)).not.toContain('base64')
  })

  test('is kept when the message could only be read later', async () => {
    const w = world()
    const admin = w.admin()
    const maria = w.whatsapp.person('5511988887777', { name: 'Maria' })
    const gap = maria.says('', { kind: 'unsupported', placeholder: true })
    maria.says('Olá!', { externalId: gap.externalId, extra })
    const { data } = await admin.api.tickets.get({ query: { showAll: 'true' } })
    expect(data?.tickets).toMatchObject([{ referral: KEPT }])
    expect(admin.heard(ticketUpdated).at(-1)?.ticket.referral).toEqual(KEPT)
  })

  test('counts neither in a group nor from our own phone', () => {
    const w = world()
    const maria = w.whatsapp.person('5511988887777', { name: 'Maria' })
    maria.says('nosso', { extra, fromMe: true })
    maria.says('grupo', { extra, isGroup: true, chat: [group('120363001')] })
    expect(w.rows('SELECT * FROM ticket_referrals')).toEqual([])
  })

  test('goes with its ticket', async () => {
    const w = world()
    w.whatsapp.person('5511988887777', { name: 'Maria' }).says('Olá!', { extra })
    expect(w.rows('SELECT kind FROM ticket_referrals')).toEqual([{ kind: 'ad' }])
    w.rows('DELETE FROM messages RETURNING id')
    w.rows('DELETE FROM tickets RETURNING id')
    expect(w.rows('SELECT kind FROM ticket_referrals')).toEqual([])
  })
})
