/** Groups: members, settings and messages. */
import { afterEach, expect } from 'bun:test'
import type { Address, GroupMember, GroupNews } from '../../../../src/channels/channel'
import { test } from '../../../support/trace'
import { COMPANY, JOAO, MARIA, newId, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

type Testbed = Awaited<ReturnType<typeof linkedTestbed>>
type Options = { addressing?: 'pn' | 'lid'; by?: string; members?: string[] }

async function makeGroup({ simulator }: Testbed, { by = MARIA, members = [COMPANY, JOAO], addressing }: Options = {}) {
  const made = await simulator.run({
    do: 'createGroup',
    by,
    subject: 'Vizinhos',
    members,
    ...(addressing && { addressing }),
  })
  if (!made.ok || !made.id) throw new Error('no group')
  return { kind: 'group', value: made.id } as const
}

/** Number of group queries to WhatsApp. */
function countQuestions({ simulator }: Testbed) {
  const asked: string[] = []
  simulator.intercept((_connection, node) => {
    if (node.tag === 'iq' && node.attrs.xmlns === 'w:g2') asked.push(node.attrs.to ?? '')
  })
  return asked
}

/** The same account after a restart, once WhatsApp has sent it everything. */
async function restarted(all: Testbed) {
  await until(() => all.company.view().devices[0]?.pending === 0)
  await all.session.close()
  const asked = countQuestions(all)
  const session = openSession(all.simulator, { db: all.session.db })
  afterThisTest(session.close)
  session.channel.start(REF)
  const account = await until(() => session.groups.some(({ type }) => type === 'all'))
  expect(account).toBe(true)
  return { ...all, session, asked }
}

const reported = <T extends GroupNews['type']>({ session }: Testbed, type: T, group?: Address) =>
  session.groups.filter(
    (news): news is Extract<GroupNews, { type: T }> =>
      news.type === type && (!group || news.group.value === group.value),
  )
const hears = <T extends GroupNews['type']>(all: Testbed, type: T, group?: Address) =>
  until(() => reported(all, type, group).at(-1))
const numbersOf = (members: readonly GroupMember[]) =>
  members.map(({ addresses }) => addresses.find(({ kind }) => kind === 'phone')?.value).sort()

test('reports a new group with all settings and all members, by both addresses', async () => {
  const all = await linkedTestbed()
  const group = await makeGroup(all)
  const { facts, members, by } = await until(() => reported(all, 'all', group).find((news) => news.by !== null))
  expect(facts).toMatchObject({ subject: 'Vizinhos', announce: false, isCommunity: false, addressing: 'lid' })
  expect(numbersOf(members)).toEqual([COMPANY, JOAO, MARIA].sort())
  expect(members.every(({ addresses }) => addresses.length === 2)).toBe(true)
  expect(members.filter(({ isUs }) => isUs)).toHaveLength(1)
  expect(members.filter(({ role }) => role !== 'member').map(({ isUs }) => isUs)).toEqual([false])
  expect(by).toMatchObject({ name: 'Maria' })
})

test('reports each change: name, description, settings, members joining and leaving, admins', async () => {
  const all = await linkedTestbed()
  const group = await makeGroup(all)
  await hears(all, 'all', group)
  const change = { do: 'changeGroup', group: group.value, by: MARIA } as const
  await all.simulator.run({ ...change, subject: 'Rua 7', announce: true, locked: true, description: 'regras' })
  await all.simulator.run({ ...change, promote: [COMPANY] })
  await all.simulator.run({ ...change, demote: [COMPANY], remove: [JOAO] })
  await until(() => reported(all, 'members').length >= 3)
  const facts = Object.assign({}, ...reported(all, 'facts').map((news) => news.facts))
  expect(facts).toMatchObject({ subject: 'Rua 7', announce: true, restrict: true, description: 'regras' })
  const moves = reported(all, 'members').map(({ change, members }) => [change, members[0]?.isUs, members[0]?.role])
  expect(moves).toContainEqual(['promoted', true, 'admin'])
  expect(moves).toContainEqual(['demoted', true, 'member'])
  expect(moves).toContainEqual(['left', false, 'member'])
})

test('two changes that arrive together are both reported', async () => {
  const all = await linkedTestbed()
  const group = await makeGroup(all)
  await hears(all, 'all', group)
  await all.session.close()
  const change = { do: 'changeGroup', group: group.value, by: MARIA } as const
  await all.simulator.run({ ...change, subject: 'Rua 7' })
  await all.simulator.run({ ...change, announce: true })
  const next = openSession(all.simulator, { db: all.session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await next.becomes('CONNECTED')
  await until(() => next.groups.some((news) => news.type === 'facts' && news.facts.announce === true))
  expect(next.groups.some((news) => news.type === 'facts' && news.facts.subject === 'Rua 7')).toBe(true)
})

test('reports changes made while the process was down', async () => {
  const all = await linkedTestbed()
  const group = await makeGroup(all)
  await hears(all, 'all', group)
  await until(() => all.company.view().devices[0]?.pending === 0)
  await all.session.close()
  all.session.db
    .prepare(`UPDATE session_rows SET value = replace(value, 'Vizinhos', 'Velho') WHERE type = 'x-group'`)
    .run()
  const next = openSession(all.simulator, { db: all.session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await until(() => next.groups.some((news) => news.type === 'all' && news.facts.subject === 'Vizinhos'))
})

test('reports removal from a group as left, and sends nothing there', async () => {
  const all = await linkedTestbed()
  const group = await makeGroup(all)
  await hears(all, 'all', group)
  await all.simulator.run({ do: 'changeGroup', group: group.value, by: MARIA, remove: [COMPANY] })
  const news = await hears(all, 'members', group)
  expect(news).toMatchObject({ change: 'left', members: [{ isUs: true }] })
  expect(await all.session.say('', 'ainda aí?', { to: group })).toMatchObject({
    outcome: 'refused',
    reason: 'groupClosed',
  })
})

test('reports a group that the account left while the process was down as gone', async () => {
  const all = await linkedTestbed()
  const group = await makeGroup(all)
  await hears(all, 'all', group)
  await all.session.close()
  const gone = { kind: 'group', value: '12036399' } as const
  all.session.db
    .prepare(
      `INSERT INTO session_rows SELECT connection_id, type, ?, value FROM session_rows WHERE type = 'x-group' AND id = ?`,
    )
    .run(gone.value, group.value)
  const next = openSession(all.simulator, { db: all.session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await until(() => next.groups.find((one) => one.type === 'gone' && one.group.value === gone.value))
})

test('a hundred group messages need no query, also after a restart', async () => {
  const all = await linkedTestbed()
  const group = await makeGroup(all)
  await hears(all, 'all', group)
  const { session, asked } = await restarted(all)
  expect(asked).toEqual(['@g.us'])
  for (let n = 0; n < 100; n++)
    expect(await session.say('', `aviso ${n}`, { to: group })).toMatchObject({ outcome: 'sent' })
  await all.joao.gets('aviso 99')
  expect(asked).toEqual(['@g.us'])
}, 180_000)

test('one query fetches all groups at a start', async () => {
  const all = await linkedTestbed()
  for (let n = 0; n < 3; n++) await makeGroup(all)
  await until(() => reported(all, 'all').length >= 3)
  const { session, asked } = await restarted(all)
  expect(session.groups.map(({ type }) => type)).toEqual(['all', 'all', 'all'])
  expect(asked).toEqual(['@g.us'])
})

test('a new member can read later messages, and a former member cannot', async () => {
  const all = await linkedTestbed()
  const ana = all.simulator.addPhone({ phone: '5521911112222', name: 'Ana', role: 'customer' })
  const group = await makeGroup(all)
  await hears(all, 'all', group)
  const change = { do: 'changeGroup', group: group.value, by: MARIA } as const
  await all.simulator.run({ ...change, add: [ana.number], remove: [JOAO] })
  await until(() => reported(all, 'members').length >= 2)
  expect(await all.session.say('', 'bem-vinda', { to: group })).toMatchObject({ outcome: 'sent' })
  await ana.gets('bem-vinda')
  expect(all.joao.messages(group.value)).toEqual([])
})

test('describes a group on request, without a query if it is known', async () => {
  const all = await linkedTestbed()
  const group = await makeGroup(all)
  await hears(all, 'all', group)
  const { session, asked } = await restarted(all)
  await session.channel.describeGroup(REF, group)
  expect(session.groups.map(({ type }) => type)).toEqual(['all', 'all'])
  expect(asked).toEqual(['@g.us'])
  session.db.prepare(`DELETE FROM session_rows WHERE type = 'x-group'`).run()
  await session.channel.describeGroup(REF, group)
  expect(session.groups).toHaveLength(3)
  expect(asked).toEqual(['@g.us', `${group.value}@g.us`])
})

test('reports a community’s announcement group as such, with the community’s name', async () => {
  const all = await linkedTestbed()
  const made = await all.simulator.run({ do: 'createCommunity', by: MARIA, subject: 'Bairro', members: [COMPANY] })
  if (!made.ok) throw new Error(made.message)
  await until(() => reported(all, 'all').length >= 2)
  const community = reported(all, 'all').find(({ facts }) => facts.isCommunity)
  const announcements = reported(all, 'all').find(({ facts }) => facts.isCommunityAnnounce)
  expect(community?.group.value).toBe(made.id ?? '')
  expect(announcements?.facts).toMatchObject({ announce: true, isCommunity: false })
  expect(announcements?.facts.parent).toEqual({ group: { kind: 'group', value: made.id ?? '' }, subject: 'Bairro' })
})

for (const addressing of ['lid', 'pn'] as const) {
  test(`mentions are received and sent in WhatsApp’s format (${addressing})`, async () => {
    const all = await linkedTestbed()
    const group = await makeGroup(all, { addressing })
    const { members } = await hears(all, 'all', group)
    const kind = addressing === 'lid' ? 'lid' : 'phone'
    const joao = members.find(({ addresses }) => addresses.some(({ value }) => value === JOAO))
    const to = joao?.addresses.find((one) => one.kind === kind)
    if (!to) throw new Error('no João')
    await all.session.say('', `oi @${to.value}`, { to: group, mentions: [to] })
    expect((await all.joao.gets(`oi @${to.value}`)).mentions).toEqual([JOAO])
    await all.simulator.run({
      do: 'say',
      from: MARIA,
      to: group.value,
      text: 'chamem a loja',
      mentions: [COMPANY, JOAO],
    })
    const { mentions } = await all.session.hears('chamem a loja')
    expect(mentions?.map(({ isUs }) => isUs)).toEqual([true, false])
    expect(mentions?.[1]).toMatchObject({ token: to.value })
    expect(mentions?.[1]?.addresses).toContainEqual({ kind: 'phone', value: JOAO })

    const said = await all.maria.say(group.value, 'quem?')
    const edit = { chat: group.value, id: said, text: `@${JOAO}`, mentions: [JOAO] }
    await all.simulator.run({ do: 'edit', from: MARIA, ...edit })
    const edited = await until(() => all.session.actions.find((action) => action.do === 'edit'))
    expect(edited).toMatchObject({ body: `@${to.value}`, mentions: [{ token: to.value }] })
  })

  test(`reading sends a receipt to each author (${addressing})`, async () => {
    const all = await linkedTestbed()
    const group = await makeGroup(all, { addressing })
    const ids = [await all.maria.say(group.value, 'um'), await all.joao.say(group.value, 'dois')]
    await all.session.hears('dois')
    const marks = all.session.messages.map(({ externalId, author }) => ({
      externalId,
      author: author?.addresses[0] ?? null,
    }))
    await all.session.channel.markRead(REF, group, marks)
    const readOn = ({ message }: Testbed['maria'], id = '') =>
      message(group.value, id)?.receipts.find(({ phone }) => phone === COMPANY)?.readAt
    await all.maria.until(() => readOn(all.maria, ids[0]) ?? undefined)
    await all.joao.until(() => readOn(all.joao, ids[1]) ?? undefined)
  })

  test(`receipts have participant and time (${addressing})`, async () => {
    const all = await linkedTestbed()
    const group = await makeGroup(all, { addressing })
    const { id } = await all.session.say('', 'leram?', { to: group })
    await all.joao.gets('leram?')
    await all.joao.read(group.value)
    const read = await until(() => all.session.receipts.find(({ ack }) => ack === 4))
    expect(read).toMatchObject({ externalIds: [id], participant: { kind: addressing === 'lid' ? 'lid' : 'phone' } })
    expect(Math.abs((read.at ?? 0) - Date.now())).toBeLessThan(60_000)
    expect(all.session.receipts.filter(({ ack }) => ack === 3).length).toBeGreaterThanOrEqual(2)
  })

  test(`actions on group messages work both ways (${addressing})`, async () => {
    const all = await linkedTestbed()
    const group = await makeGroup(all, { addressing })
    const theirs = await all.maria.say(group.value, 'olá')
    const { author } = await all.session.hears('olá')
    const target = { externalId: theirs, fromMe: false, author: author?.addresses[0] ?? null }
    const action = { externalId: newId(), to: group }
    expect(
      await all.session.channel.sendAction(REF, { ...action, target, do: 'react', emoji: '👍', at: Date.now() }),
    ).toEqual({
      outcome: 'sent',
    })
    await all.maria.until(() => all.maria.message(group.value, theirs)?.reactions[0]?.emoji === '👍')
    const { id: ours } = await all.session.say('', 'ate logo', {
      to: group,
      quoted: { externalId: theirs, body: 'olá', fromMe: false, author: author?.addresses[0] ?? null },
    })
    expect((await all.joao.gets('ate logo')).quoted).toEqual({ id: theirs, text: 'olá' })
    const own = { externalId: ours, fromMe: true, author: null }
    await all.session.channel.sendAction(REF, {
      externalId: newId(),
      to: group,
      target: own,
      do: 'edit',
      body: 'até logo',
    })
    await all.joao.gets('até logo')
    await all.session.channel.sendAction(REF, { externalId: newId(), to: group, target: own, do: 'revoke' })
    await all.joao.until(() => all.joao.message(group.value, ours)?.revoked)
    const doomed = await all.joao.say(group.value, 'ofensa')
    await all.session.hears('ofensa')
    await all.simulator.run({ do: 'revoke', from: MARIA, chat: group.value, id: doomed })
    const deleted = await until(() => all.session.actions.find((one) => one.do === 'revoke' && one.target === doomed))
    expect(deleted).toMatchObject({ byAdmin: true, isGroup: true })
  })

  test(`a group message from the company’s own phone arrives as ours (${addressing})`, async () => {
    const all = await linkedTestbed()
    const group = await makeGroup(all, { addressing })
    await all.company.say(group.value, 'do celular')
    expect(await all.session.hears('do celular')).toMatchObject({ fromMe: true, isGroup: true, chat: [group] })
  })
}

test('a mention of everybody is received and sent', async () => {
  const all = await linkedTestbed()
  const group = await makeGroup(all)
  await hears(all, 'all', group)
  const seen: unknown[] = []
  const { id } = await all.session.say('', 'atenção @todos', { to: group, mentionsAll: true })
  seen.push(await all.joao.gets('atenção @todos'))
  expect(id).toBeTruthy()
  expect(seen).toHaveLength(1)
})
