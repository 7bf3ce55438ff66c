/** Very many people, or one person very often: announced once per batch, counted in full, listed in part. */
import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { writeSetting } from '../../../src/settings/settings'
import { type Message, messageCreated, messageUpdated } from '../../../src/tickets/messages/contract'
import { LOJA } from '../../support/company-world'
import { group, phone } from '../../support/telephones'
import { type World, world } from '../../support/world'

const MANY = 100
const NAMED = 30

function crowd(w: World, kind: Partial<Parameters<World['telephones']['incoming']>[0]> = {}) {
  writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
  const ana = w.attendant()
  const chat = [group('120363000000000002')]
  const member = (n: number) => ({ addresses: [phone(`55119${10_000_000 + n}`)], name: `Membro ${n}` })
  const asked = w.telephones.incoming({ chat, isGroup: true, author: member(0), body: 'votem', ...kind })
  w.telephones.deliver(w.refOf(LOJA), asked)
  type Deed = Parameters<World['telephones']['actionOf']>[0]
  const all = (deed: (n: number) => Deed) =>
    w.telephones.action(
      w.refOf(LOJA),
      ...Array.from({ length: MANY }, (_, n) =>
        w.telephones.actionOf(deed(n), { chat, isGroup: true, author: member(n) }),
      ),
    )
  const heard = (): Message[] => ana.heard(messageUpdated).map(({ message }) => message)
  return { asked, all, heard }
}

describe('a crowd', () => {
  test('counts the reactions of a crowd in full, and lists some names', () => {
    const w = world()
    const { asked, all, heard } = crowd(w)
    all((n) => ({ do: 'react', emoji: n % 10 === 0 ? '🎉' : '👍', target: asked.externalId }))
    expect(heard()).toHaveLength(1)
    const reactions = heard()[0]?.reactions ?? []
    const of = (emoji: string) => reactions.filter((one) => one.emoji === emoji)
    expect(of('🎉')).toHaveLength(10)
    expect(of('👍')).toHaveLength(NAMED)
    expect(of('👍').flatMap(({ more }) => more ?? [])).toEqual([90 - NAMED])
  })

  test('lists the most frequent of very many emojis', () => {
    const w = world()
    const { asked, all, heard } = crowd(w)
    all((n) => ({
      do: 'react',
      emoji: n < 3 ? '👍' : String.fromCodePoint(0x1f600 + (n % 75)),
      target: asked.externalId,
    }))
    const emojis = new Set(heard()[0]?.reactions.map(({ emoji }) => emoji))
    expect(emojis.size).toBe(NAMED)
    expect(emojis).toContain('👍')
  })

  test('counts the votes of a crowd once', () => {
    const w = world()
    const options = ['hoje', 'amanhã'].map((name) => ({ name, votes: 0 }))
    const { asked, all, heard } = crowd(w, {
      kind: 'poll',
      extra: { poll: { question: 'Quando?', options, choices: 0 } },
    })
    const [today = '', tomorrow = ''] = options.map(({ name }) => createHash('sha256').update(name).digest('hex'))
    all((n) => ({ do: 'vote', options: n % 4 === 0 ? [today] : [today, tomorrow], target: asked.externalId }))
    expect(heard().map(({ extra }) => extra?.poll?.options.map(({ votes }) => votes))).toEqual([[MANY, 75]])
  })

  test('keeps the original and the newest of very many edits, and shortens long ones', () => {
    const w = world()
    const ana = w.attendant()
    const person = w.whatsapp.person('5521996124087')
    const first = person.says('primeira')
    for (let n = 0; n < 30; n++) person.edits(first, `${n} ${'x'.repeat(10_000)}`, { at: w.clock.now() + n })
    const shown = ana.heard(messageUpdated).at(-1)?.message
    expect(shown?.body).toStartWith('29 ')
    expect(shown?.oldMessages.map(({ body }) => body.slice(0, 3).trim())).toEqual([
      'pri',
      ...Array.from({ length: 18 }, (_, n) => String(n + 11)),
    ])
    for (const { body } of shown?.oldMessages ?? []) expect(body.length).toBeLessThanOrEqual(4096)
  })

  test('limits what waits for one message, and announces it with it at once', () => {
    const w = world()
    const ana = w.attendant()
    const person = w.whatsapp.person('5521996124087')
    const late = person.message('primeira')
    for (let n = 0; n < 60; n++) person.edits(late, `${n}`, { at: w.clock.now() + n })
    w.telephones.deliver(w.refOf(LOJA), late)
    expect(w.rows('SELECT 1 FROM waiting_acts')).toEqual([])
    expect(ana.heard(messageUpdated)).toHaveLength(1)
    expect(ana.heard(messageUpdated)[0]?.message.body).toBe('49')
    expect(ana.heard(messageCreated)).toHaveLength(1)
  })
})
