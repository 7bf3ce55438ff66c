/** The phone's address book and chats. */
import { afterEach, expect } from 'bun:test'
import type { KnownChat } from '../../../../src/channels/backfill'
import { Collection, collectionKeyOf } from '../../../../src/simulator/linking/collections'
import { child, children, node, result } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { COMPANY, JOAO, MARIA, noBackfill, REF, until } from '../support'
import { linkedTestbed, runCleanups, testbed } from '../testbed'

afterEach(runCleanups)

test('reads the address book and marks people with a chat', async () => {
  const { session, joao, maria } = await linkedTestbed()
  await joao.say(COMPANY, 'oi')
  await maria.say(COMPANY, 'olá')
  await session.hears('olá')
  const { people } = await session.channel.phoneBook(REF)
  const names = people.map(({ addresses, name }) => [addresses[0]?.value ?? '', name])
  expect(names.sort()).toEqual(
    [
      [JOAO, 'João'],
      [MARIA, 'Maria'],
    ].sort(),
  )
})

test('ignores removed entries and those with a foreign MAC, prefers later ones, and requests further responses', async () => {
  const { session, simulator } = await linkedTestbed()
  const asked: string[] = []
  simulator.intercept((connection, stanza) => {
    if (!connection.account || stanza.attrs.xmlns !== 'w:sync:app:state') return undefined
    const [wanted] = children(child(stanza, 'sync'), 'collection')
    const name = wanted?.attrs.name ?? ''
    if (name !== 'critical_block') asked.push(`${name} ${wanted?.attrs.version}`)
    const key = collectionKeyOf(connection.account)
    const book = new Collection(name, key)
    const of = (number: string, fullName: string) => ({
      index: ['contact', `${number}@s.whatsapp.net`],
      value: { contactAction: { fullName, lidJid: `9${number}@lid` } },
    })
    const patches =
      name === 'critical_unblock_low'
        ? [
            book.patch([of(MARIA, 'Maria'), of(JOAO, 'João')]),
            book.patch([{ ...of(JOAO, 'João'), isRemoval: true }]),
            book.patch([of(MARIA, 'Maria Souza')]),
          ]
        : [
            book.patch([
              { index: ['archive', `${JOAO}@s.whatsapp.net`], value: { archiveChatAction: { archived: true } } },
            ]),
          ]
    const stranger = new Collection(name, { id: key.id, data: Buffer.alloc(32, 3) }).patch([of('5521900000000', 'X')])
    const isFirst = wanted?.attrs.version === '0' && name === 'critical_unblock_low'
    const some = isFirst ? patches.slice(0, 1) : [...patches, stranger]
    const attrs = { name, version: '3', ...(isFirst && { has_more_patches: 'true' }) }
    const inside = node(
      'patches',
      {},
      some.map((patch) => node('patch', {}, patch)),
    )
    connection.send(result(stanza, [node('sync', {}, [node('collection', attrs, [inside])])]))
    return 'drop'
  })
  const { people, chats } = await session.channel.phoneBook(REF)
  expect(people).toEqual([
    {
      addresses: [
        { kind: 'phone', value: MARIA },
        { kind: 'lid', value: `9${MARIA}` },
      ],
      name: 'Maria Souza',
    },
  ])
  expect(chats).toEqual([[{ kind: 'phone', value: JOAO }], [{ kind: 'phone', value: JOAO }]])
  expect(asked).toEqual(['critical_unblock_low 0', 'critical_unblock_low 1', 'regular_low 0', 'regular_high 0'])
})

test('a history reports its chats even if nothing is imported', async () => {
  const chats: KnownChat[] = []
  const backfill = { ...noBackfill, chats: (_ref: unknown, some: readonly KnownChat[]) => void chats.push(...some) }
  const { company, joao, session } = await testbed({ listener: { backfill } })
  await joao.say(COMPANY, 'antes de ligar')
  await session.link(company)
  await until(() => chats.length > 0)
  expect(chats.map(({ addresses, name }) => [addresses[0]?.value, name])).toEqual([[JOAO, 'João']])
})
