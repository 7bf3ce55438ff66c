import { describe, expect, test } from 'bun:test'
import { spoken, spokenParts } from '../../../src/channels/mentions/contract'
import {
  calledIn,
  type Member,
  meantIn,
  membersLike,
  mentionAt,
  partsByName,
} from '../../../ui/features/messages/rules/completion'
import { quoteOf } from '../../../ui/features/messages/rules/outgoing'
import { withTokens } from '../../../ui/features/messages/rules/withTokens'
import { message } from './support'

const member = (id: number, name: string, more: Partial<Member> = {}): Member => ({
  id,
  name,
  number: `55119999000${id}`,
  username: null,
  profilePicUrl: null,
  isUs: false,
  token: `55119999000${id}`,
  ...more,
})
const ana = member(1, 'Ana')
const anaSouza = member(2, 'Ana Souza')
const jose = member(3, 'José Lima')
const us = member(4, 'Loja', { isUs: true })
const hidden = member(5, 'Quem', { token: '' })
const members = [ana, anaSouza, jose, us, hidden]
const options = { everybody: 'todos', chosen: new Map<string, number>() }

describe('while an @ is typed', () => {
  test.each([
    ['@', 1, { from: 0, to: 1, text: '' }],
    ['oi @an', 6, { from: 3, to: 6, text: 'an' }],
    ['oi @ana so', 10, { from: 3, to: 10, text: 'ana so' }],
    ['oi @an e @jo', 6, { from: 3, to: 6, text: 'an' }],
    ['camila@aurora', 13, null],
    ['oi @ ana', 8, null],
    ['@a\nb', 4, null],
    ['@um dois três quatro', 20, null],
    ['oi', 2, null],
  ] as const)('%j with the cursor at %d', (text, cursor, expected) => expect(mentionAt(text, cursor)).toEqual(expected))

  test('members are found by any word of their name, or by number; not ourselves, nor one without address', () => {
    expect(membersLike(members, '')).toEqual([ana, anaSouza, jose])
    expect(membersLike(members, 'LIM')).toEqual([jose])
    expect(membersLike(members, 'jose')).toEqual([jose])
    expect(membersLike(members, 'ma')).toEqual([])
    expect(membersLike(members, '0003')).toEqual([jose])
  })
  test('a whole name followed by a space offers only longer names', () => {
    expect(membersLike(members, 'Ana ')).toEqual([anaSouza])
    expect(membersLike(members, 'Ana Souza ')).toEqual([])
  })
})

describe('a text converted for sending', () => {
  test('turns names into tokens, the longest first, each person once', () => {
    const { body, ids, mentions, everybody } = meantIn('@Ana Souza e @Ana, e @Ana Souza!', members, options)
    expect(body).toBe('@551199990002 e @551199990001, e @551199990002!')
    expect(ids).toEqual([2, 1])
    expect(mentions.map(({ name }) => name)).toEqual(['Ana Souza', 'Ana'])
    expect(everybody).toBe(false)
  })
  test('keeps a mention of everybody in the text and sends it as a flag', () => {
    expect(meantIn('Bom dia @todos', members, options)).toEqual({
      body: 'Bom dia @todos',
      ids: [],
      mentions: [],
      everybody: true,
    })
  })
  test('ignores text that only looks like a name', () => {
    for (const text of ['@Anabela', 'loja@Ana', '@Quem', '@todosjuntos', 'Ana'])
      expect(meantIn(text, members, options)).toMatchObject({ body: text, ids: [], everybody: false })
  })
  test('means the chosen one of two with the same name, and nobody when none was chosen', () => {
    const twins = [member(7, 'Bia'), member(8, 'Bia')]
    expect(meantIn('@Bia', twins, options).ids).toEqual([])
    expect(meantIn('@Bia', twins, { everybody: 'todos', chosen: new Map([['Bia', 8]]) }).ids).toEqual([8])
  })
  test('accepts any characters in a name', () => {
    const odd = member(9, 'C++ (vendas) [1]')
    expect(meantIn('oi @C++ (vendas) [1], tudo bem?', [odd], options).ids).toEqual([9])
  })
})

describe('a text converted for reading', () => {
  const mentions = [
    { token: '551', name: 'Ana' },
    { token: '5512', name: 'José' },
  ]
  test('shows a token as its person, and not as the beginning of another', () => {
    expect(spokenParts('oi @551 e @5512', mentions, false).map(({ mention }) => mention)).toEqual([
      null,
      { token: '551', name: 'Ana' },
      null,
      { token: '5512', name: 'José' },
    ])
    expect(spoken('oi @5512, @55123', mentions)).toBe('oi @José, @55123')
    expect(spoken('@551veja', mentions)).toBe('@Anaveja')
  })
  test('shows everybody only where everybody was mentioned', () => {
    expect(spokenParts('@todos e @All', [], true).map(({ mention }) => mention)).toEqual([
      'everybody',
      null,
      'everybody',
    ])
    expect(spokenParts('@todos', [], false)).toEqual([{ text: '@todos', mention: null }])
  })
  test('finds each of many hundreds', () => {
    const all = Array.from({ length: 300 }, (_, at) => ({ token: `${at}`, name: `n${at}` }))
    expect(spoken(all.map(({ token }) => `@${token}`).join(' '), all)).toBe(all.map(({ name }) => `@${name}`).join(' '))
  })
  test('an edited text is shown for reading and sent with its tokens', () => {
    const said = '@551, avise @5512'
    expect(withTokens(spoken(said, mentions), said, mentions)).toBe(said)
    expect(withTokens('avise @José, e @Ana!', said, mentions)).toBe('avise @5512, e @551!')
    expect(withTokens('@Anabela, avise', said, mentions)).toBe('@Anabela, avise')
    expect(withTokens('avise', 'avise', [])).toBe('avise')
  })
  test('of two with the same name each stays who it was', () => {
    const twins = [
      { token: '71', name: 'Bia' },
      { token: '72', name: 'Bia' },
    ]
    expect(withTokens('@Bia e @Bia, oi @Bia', '@72 e @71', twins)).toBe('@72 e @71, oi @71')
  })
  test('a quote shows the names, too', () => {
    expect(quoteOf(message({ body: 'oi @551', extra: { mentions } })).body).toBe('oi @Ana')
  })
})

describe('colleagues in a note', () => {
  const people = [
    { id: 1, name: 'Ana' },
    { id: 2, name: 'Ana Souza' },
    { id: 3, name: 'Zoë (turno)' },
    { id: 4, name: 'Rui' },
    { id: 5, name: 'Rui' },
  ]
  test.each([
    ['@Ana Souza e @Ana, e @Ana', [2, 1]],
    ['fale com @Zoë (turno)', [3]],
    ['@ana @Anabela camila@Ana @Ninguém', []],
    ['@Rui', [5]],
    ['', []],
  ])('%j mentions %j', (text, ids) =>
    expect(calledIn(text, people, new Map([['Rui', 5]])).map(({ id }) => id)).toEqual(ids),
  )
  test('of two with the same name neither is mentioned unless one was chosen', () =>
    expect(calledIn('@Rui', people, new Map())).toEqual([]))
  test('every second part of the text is a name, and the parts are the whole text', () => {
    expect(partsByName('Oi @Ana Souza, @Ana', ['Ana', 'Ana Souza'])).toEqual(['Oi ', '@Ana Souza', ', ', '@Ana', ''])
    expect(partsByName('sem nomes', [])).toEqual(['sem nomes'])
  })
})
