import { describe, expect, test } from 'bun:test'
import type { GroupView, MessageView, PhoneView, PollView } from '../../../src/simulator/contract'
import { named, numbered } from '../../../ui/features/simulator/chat/mentions'
import { canEdit, canForward, canRevoke } from '../../../ui/features/simulator/chat/permissions'
import { choicesAfter, shares } from '../../../ui/features/simulator/chat/poll'
import { previewOf } from '../../../ui/features/simulator/chat/preview'
import { catalogue, faultsOf, SECTIONS } from '../../../ui/features/simulator/faults/catalogue'
import { inventCustomer } from '../../../ui/features/simulator/stage/people'
import { FREE_SLOTS, onStage, searchPhones } from '../../../ui/features/simulator/stage/visibility'
import { hum, TONE_RATE, wavOf } from '../../../ui/features/simulator/voice/tone'
import { textIn } from '../support/texts'

const t = await textIn('pt-BR')
const phone = (number: string, name: string, role: PhoneView['role'] = 'customer') =>
  ({ phone: number, name, role, chats: [] as PhoneView['chats'] }) as PhoneView
const company = phone('552130421180', 'Loja Centro', 'company')
const people = Array.from({ length: 9 }, (_, at) => phone(`551190000000${at}`, `Pessoa ${at}`))
const said = (change: Partial<MessageView>) =>
  ({
    kind: 'text',
    text: '',
    fromMe: false,
    revoked: false,
    viewOnce: false,
    authorName: 'Ana Lima',
    ...change,
  }) as MessageView

describe('the visible phones', () => {
  test('are the company first, then as many customers as fit', () => {
    const laid = onStage([...people, company], {})
    expect(laid[0]).toBe(company)
    expect(laid).toHaveLength(1 + FREE_SLOTS)
  })

  test('always include pinned ones, first, and never hidden ones', () => {
    const laid = onStage([company, ...people], { '5511900000008': 'pinned', '5511900000000': 'hidden' })
    expect(laid.map(({ name }) => name).slice(0, 3)).toEqual(['Loja Centro', 'Pessoa 8', 'Pessoa 1'])
    expect(onStage([company], { '552130421180': 'hidden' })).toEqual([])
  })

  test('are found by name without accents, and by number', () => {
    const all = [company, phone('5521988887777', 'João Antônio')]
    expect(searchPhones(all, 'joao ant')).toHaveLength(1)
    expect(searchPhones(all, '98888-7777')).toHaveLength(1)
    expect(searchPhones(all, 'zé')).toEqual([])
  })
})

test('a generated customer has an unused Brazilian mobile number', () => {
  const dice = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  const first = inventCustomer([], () => 0)
  expect(first).toEqual({ name: 'Adriana Andrade', phone: '5511980000000' })
  // The same random value would give the same number: it draws again until the number differs.
  const second = inventCustomer([{ ...company, ...first }], () => dice.pop() ?? 0.5)
  expect(second.phone).toMatch(/^55\d\d9[89]\d{7}$/)
  expect(second.phone).not.toBe(first.phone)
  expect(second.name).not.toBe(first.name)
})

describe('mentions', () => {
  const members = [
    { phone: '551', name: 'Ana' },
    { phone: '552', name: 'Ana Lima' },
  ]
  test('are sent by number; of overlapping names the longer one wins', () => {
    expect(numbered('oi @Ana Lima e @Ana', members)).toEqual({ text: 'oi @552 e @551', mentions: ['552', '551'] })
    expect(numbered('oi', members)).toEqual({ text: 'oi', mentions: [] })
  })
  test('are shown by name', () => {
    const directory = [{ ...phone('552', 'Ana Lima'), lid: '902' }]
    expect(named({ text: 'oi @552', mentions: ['552'] }, directory)).toBe('oi @Ana Lima')
    expect(named({ text: 'oi @552', mentions: [] }, directory)).toBe('oi @552')
  })
  test('are shown by name where the number is hidden, also in previews', () => {
    const directory = [{ ...phone('552', 'Ana Lima'), lid: '902' }]
    const message = said({ text: 'oi @902, não @9021', mentions: ['552'] })
    expect(named(message, directory)).toBe('oi @Ana Lima, não @9021')
    expect(previewOf(t, message, { chat: { kind: 'person' }, directory })).toBe('oi @Ana Lima, não @9021')
  })
})

describe('polls', () => {
  const poll = (several: boolean): PollView => ({
    several,
    options: [
      { text: 'areia', votes: ['1', '2'] },
      { text: 'musgo', votes: ['2'] },
      { text: 'grafite', votes: [] },
    ],
  })
  test('replace one answer by another; pressing it again withdraws it', () => {
    expect(choicesAfter(poll(false), '1', 'grafite')).toEqual(['grafite'])
    expect(choicesAfter(poll(false), '1', 'areia')).toEqual([])
  })
  test('can allow several answers', () => {
    expect(choicesAfter(poll(true), '1', 'musgo')).toEqual(['areia', 'musgo'])
    expect(choicesAfter(poll(true), '2', 'areia')).toEqual(['musgo'])
  })
  test('fill the bar of the answer with the most votes', () => {
    expect(shares(poll(true))).toEqual([1, 0.5, 0])
  })
})

describe('message permissions', () => {
  const group = { members: [{ phone: '1', name: 'Ana', admin: true }] } as GroupView
  test.each([
    ['own words', said({ fromMe: true }), [true, true, true]],
    ['own picture', said({ fromMe: true, kind: 'image' }), [false, true, true]],
    ['what is gone', said({ fromMe: true, revoked: true }), [false, false, false]],
    ['seen once', said({ kind: 'image', viewOnce: true }), [false, false, false]],
    ['another’s words', said({}), [false, false, true]],
  ])('%s: edit, delete, forward', (_, message, allowed) => {
    expect([canEdit(message), canRevoke(message, undefined, '1'), canForward(message)]).toEqual(allowed)
  })
  test('let an admin delete others’ messages in the group', () => {
    expect(canRevoke(said({}), group, '1')).toBe(true)
    expect(canRevoke(said({}), group, '2')).toBe(false)
  })
})

test.each([
  [said({ text: 'o *sofá* chegou' }), 'person', 'o sofá chegou'],
  [said({ kind: 'image', text: 'olha' }), 'person', 'Foto: olha'],
  [said({ text: 'vou' }), 'group', 'Ana: vou'],
  [said({ kind: 'image', viewOnce: true }), 'person', 'Foto de ver uma vez'],
  [said({ text: 'oi', revoked: true }), 'person', 'Mensagem apagada'],
] as const)('a message on one line (%#)', (message, kind, line) => {
  expect(previewOf(t, message, { chat: { kind }, directory: [] })).toBe(line)
})

test('every fault is in exactly one section', () => {
  const placed = SECTIONS.flatMap(faultsOf)
  expect(placed.toSorted()).toEqual((Object.keys(catalogue) as typeof placed).toSorted())
})

describe('the synthetic voice', () => {
  test('lasts as long as asked, is audible and never too loud', () => {
    const samples = hum(2)
    expect(samples).toHaveLength(2 * TONE_RATE)
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    expect(loudest).toBeGreaterThan(0.2)
    expect(loudest).toBeLessThanOrEqual(1)
  })
  test('is an audio file with the correct length in its header', async () => {
    const view = new DataView(await wavOf(hum(1)).arrayBuffer())
    const rate = view.getUint32(24, true)
    expect(view.getUint32(40, true) / 2 / rate).toBe(1)
    expect(view.byteLength).toBe(44 + rate * 2)
  })
})
