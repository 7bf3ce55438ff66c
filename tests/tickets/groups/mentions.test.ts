/** Mentions: incoming ones get names, outgoing ones are checked and addressed. */
import { expect, test } from 'bun:test'
import type { GroupParticipant } from '../../../src/contacts/groups/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { both, JOAO, MARIA, member, neighbours, US } from '../../support/neighbours'
import { lid, phone } from '../../support/telephones'
import { until } from '../../support/until'
import { type World, world } from '../../support/world'

async function openGroup(w: World, facts: Parameters<ReturnType<typeof neighbours>['stands']>[0] = {}) {
  const ana = w.attendant()
  const group = neighbours(w)
  group.writes(MARIA, 'oi')
  group.stands(facts)
  await ana.api.tickets({ id: group.ticketId() }).put({ status: 'open' })
  const { data } = await ana.api.contacts({ id: group.contactId() }).get()
  const participants: readonly GroupParticipant[] = data?.participants ?? []
  const idOf = (number: string) => participants.find((one) => one.number === number)?.id ?? 0
  const say = (body: object) => ana.json(`/api/messages/${group.ticketId()}`, 'POST', body)
  const left = () => until(() => w.telephones.sent.at(-1))
  return { ana, group, participants, idOf, say, left }
}

test('names the people in an incoming message, and says when it is us', async () => {
  const w = world()
  const { ana, group } = await openGroup(w)
  group.writes(JOAO, 'chamem @901 e @900', {
    mentions: [
      { token: '901', addresses: both(MARIA), isUs: false },
      { token: '900', addresses: both(US), isUs: true },
    ],
    extra: { mentionsAll: true },
  })
  const { message } = ana.heard(messageCreated).at(-1) ?? {}
  expect(message?.extra).toEqual({
    mentionsAll: true,
    mentions: [
      { token: '901', name: 'Maria' },
      { token: '900', name: '+55 (11) 90001-0001', isUs: true },
    ],
  })
  expect(message?.mentionedJid).toEqual(['901', '900'])
})

test('mentions members by the digits the group uses', async () => {
  const w = world()
  const { say, left, idOf, participants } = await openGroup(w)
  expect(participants.find(({ number }) => number === JOAO)?.token).toBe('902')
  const answer = await say({ body: 'veja, @902', mentionedContacts: [idOf(JOAO)] })
  expect(await answer.json()).toMatchObject({ mentionedJid: ['902'], extra: { mentions: [{ token: '902' }] } })
  expect((await left()).mentions).toEqual([lid('902')])
})

test('mentions the number in a group that uses phone numbers', async () => {
  const w = world()
  const { say, left, idOf } = await openGroup(w, { addressing: 'phone' })
  await say({ body: `veja, @${JOAO}`, mentionedContacts: [idOf(JOAO)] })
  expect((await left()).mentions).toEqual([phone(JOAO)])
})

test('mentions nobody whose token is missing from the text, or only a prefix in it', async () => {
  const w = world()
  const { say, left, idOf } = await openGroup(w)
  await say({ body: 'olá a todos, @9021', mentionedContacts: [idOf(JOAO), idOf(MARIA)] })
  expect((await left()).mentions).toBeUndefined()
})

test('mentions everybody', async () => {
  const w = world()
  const { say, left } = await openGroup(w)
  await say({ body: 'atenção @todos', mentionsAll: true })
  expect(await left()).toMatchObject({ mentionsAll: true })
})

test('does not mention somebody outside the group', async () => {
  const w = world()
  const { say, idOf, group } = await openGroup(w)
  const refusal = async (body: object) => {
    const answer = await say(body)
    return [answer.status, ((await answer.json()) as { error: string }).error]
  }
  expect(await refusal({ body: 'oi @1', mentionedContacts: [99_999] })).toEqual([422, 'ERR_MENTION_NOT_MEMBER'])
  const joao = idOf(JOAO)
  group.tell({ type: 'members', change: 'left', members: [member(JOAO)] })
  expect(await refusal({ body: 'oi @902', mentionedContacts: [joao] })).toEqual([422, 'ERR_MENTION_NOT_MEMBER'])
  expect(w.telephones.sent).toEqual([])
})

test('mentions nobody in a single chat', async () => {
  const w = world()
  const ana = w.attendant()
  const ticket = w.ticket({ userId: ana.userId })
  const answer = await ana.json(`/api/messages/${ticket.id}`, 'POST', { body: 'oi', mentionsAll: true })
  expect(answer.status).toBe(422)
})

test('mentions members in a file’s caption', async () => {
  const w = world()
  const { ana, group, idOf, left } = await openGroup(w)
  const form = new FormData()
  form.append('medias', new File(['planilha'], 'contas.txt'))
  form.append('body', 'para @902')
  form.append('mentionedContacts', JSON.stringify([idOf(JOAO)]))
  await ana.request(`/api/messages/${group.ticketId()}`, { method: 'POST', body: form })
  expect((await left()).mentions).toEqual([lid('902')])
})
