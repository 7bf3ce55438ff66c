/** Usernames over the real protocol: reported with messages and groups, resolved with and without a key. */
import { afterEach, expect } from 'bun:test'
import { lid } from '../../support/telephones'
import { test } from '../../support/trace'
import { COMPANY, JOAO, REF } from './support'
import { linkedTestbed, runCleanups } from './testbed'

afterEach(runCleanups)

/** Joined after the company's phone was linked, so her number is unknown. */
const BIA = '5521977770001'
const hide = { do: 'setUsername', phone: BIA, username: 'ma.duarte', hidesNumber: true } as const

async function withBia() {
  const { session, simulator } = await linkedTestbed()
  simulator.addPhone({ phone: BIA, name: 'Bia', role: 'customer' })
  await simulator.run(hide)
  return { session, simulator, bia: simulator.phone(BIA) }
}

test('a sender with a hidden number is known by LID and username, and can be answered', async () => {
  const { session, simulator, bia } = await withBia()
  await bia.say(COMPANY, 'oi')
  const own = lid(bia.view().lid)
  expect((await session.hears('oi')).chat).toEqual([{ ...own, username: 'ma.duarte' }])
  await simulator.run({ do: 'setUsername', phone: BIA, username: 'mariana_d' })
  await bia.say(COMPANY, 'mudei')
  expect((await session.hears('mudei')).chat).toEqual([{ ...own, username: 'mariana_d' }])
  expect(await session.say(bia.view().lid, 'oi, Bia', { to: own })).toMatchObject({ outcome: 'sent' })
  await bia.gets('oi, Bia')
})

test('group members and authors have usernames', async () => {
  const { session, simulator, bia } = await withBia()
  const made = await simulator.run({
    do: 'createGroup',
    by: JOAO,
    subject: 'Obra',
    members: [COMPANY, BIA],
    addressing: 'lid',
  })
  await bia.say(made.ok ? (made.id ?? '') : '', 'no grupo')
  const { author } = await session.hears('no grupo')
  expect(author?.addresses).toEqual([{ ...lid(bia.view().lid), username: 'ma.duarte' }])
})

test('a username can be found; a protected one needs its key, except for people who wrote to us', async () => {
  const { session, simulator, bia } = await withBia()
  const find = (username: string, key: string | null = null) => session.channel.findUsername(REF, { username, key })
  const somebody = { is: 'somebody' as const, addresses: [{ ...lid(bia.view().lid), username: 'ma.duarte' }] }
  expect(await find('MA.duarte')).toEqual(somebody)
  expect(await find('nobody_here')).toEqual({ is: 'nobody' })
  await simulator.run({ do: 'setUsername', phone: BIA, key: '2468' })
  expect(await find('ma.duarte')).toEqual({ is: 'protected' })
  expect(await find('ma.duarte', '1111')).toEqual({ is: 'protected' })
  expect(await find('ma.duarte', '2468')).toEqual(somebody)
  await bia.say(COMPANY, 'oi')
  await session.hears('oi')
  expect(await find('ma.duarte')).toEqual(somebody)
})

test('a username belongs to one account at a time', async () => {
  const { simulator } = await withBia()
  expect(await simulator.run({ do: 'setUsername', phone: JOAO, username: 'Ma.Duarte' })).toMatchObject({
    ok: false,
    error: 'username_taken',
  })
})
