import { expect } from 'bun:test'
import { test } from '../support/trace'
import { speakHttpTo } from './support/client'
import { afterThisTest, COMPANY, linkedTestbed, MARIA, pn, TIAGO } from './support/world'

async function groupTestbed() {
  const all = await linkedTestbed()
  const members = [COMPANY, TIAGO]
  const group = await all.run({ do: 'createGroup', by: MARIA, subject: 'Entregas', members })
  return { ...all, group, jid: `${group}@g.us` }
}

test('the client is notified of each changed group setting, and a query returns them all', async () => {
  const { client, run, group, jid } = await groupTestbed()
  const change = { do: 'changeGroup', group, by: MARIA } as const
  await run({ ...change, description: 'Só entregas', announce: true, locked: true, approval: true, adding: 'admins' })
  for (const wanted of [
    { desc: 'Só entregas' },
    { announce: true },
    { restrict: true },
    { joinApprovalMode: true },
    { memberAddMode: false },
  ]) {
    const [[name, value]] = Object.entries(wanted) as [[string, unknown]]
    await client.until('groups.update', (all) => all.find((one) => one[name as keyof typeof one] === value))
  }
  await run({ ...change, disappearing: 86_400 })
  const setting = await client.finds(({ protocolMessage }) => (protocolMessage?.type === 3 ? protocolMessage : null))
  expect(setting.ephemeralExpiration).toBe(86_400)
  expect(await client.socket.groupMetadata(jid)).toMatchObject({
    desc: 'Só entregas',
    announce: true,
    restrict: true,
    joinApprovalMode: true,
    memberAddMode: false,
    ephemeralDuration: 86_400,
  })
  await run({ ...change, announce: false, locked: false, approval: false, adding: 'all', disappearing: 0 })
  await client.until('groups.update', (all) => all.find(({ announce }) => announce === false))
  const after = await client.socket.groupMetadata(jid)
  expect(after).toMatchObject({ announce: false, restrict: false, joinApprovalMode: false, memberAddMode: true })
  expect(after.ephemeralDuration).toBeUndefined()
})

test('a group’s picture can be set and removed', async () => {
  const { client, run, group, jid } = await groupTestbed()
  const picture = Buffer.from('retrato').toString('base64')
  await run({ do: 'changeGroup', group, by: MARIA, picture })
  await client.until('contacts.update', (all) => all.find(({ id, imgUrl }) => id === jid && imgUrl === 'changed'))
  const url = await client.socket.profilePictureUrl(jid)
  expect(await (await fetch(url ?? '')).text()).toBe('retrato')
  await run({ do: 'changeGroup', group, by: MARIA, picture: null })
  await client.until('contacts.update', (all) => all.find(({ id, imgUrl }) => id === jid && imgUrl === 'removed'))
})

test('a community has an announcement group, and groups can join and leave it', async () => {
  const { client, run, group, jid, simulator } = await groupTestbed()
  const community = await run({ do: 'createCommunity', by: MARIA, subject: 'Bairro', members: [COMPANY, TIAGO] })
  const parent = `${community}@g.us`
  const all = await client.until('groups.upsert', (groups) =>
    groups.find(({ isCommunityAnnounce }) => isCommunityAnnounce),
  )
  expect(all).toMatchObject({ linkedParent: parent, announce: true, subject: 'Bairro' })
  expect(await client.socket.groupMetadata(parent)).toMatchObject({ isCommunity: true, isCommunityAnnounce: false })
  await run({ do: 'changeGroup', group, by: MARIA, parent: community })
  expect(await client.socket.groupMetadata(jid)).toMatchObject({ linkedParent: parent, isCommunity: false })
  const linked = await client.socket.communityFetchLinkedGroups(parent)
  expect(linked.linkedGroups.map(({ subject }) => subject)).toEqual(['Entregas', 'Bairro'])
  await run({ do: 'changeGroup', group, by: MARIA, parent: null })
  expect((await client.socket.groupMetadata(jid)).linkedParent).toBeUndefined()
  const shown = simulator
    .phone(MARIA)
    .view()
    .chats.find(({ id }) => id === community)
  expect(shown?.group).toMatchObject({ community: true, announcements: false })
})

test('the client creates a community with a group in it', async () => {
  const { client, maria } = await groupTestbed()
  const community = await client.socket.communityCreate('Clientes', 'de sempre')
  expect(community).toMatchObject({ isCommunity: true, desc: 'de sempre' })
  const group = await client.socket.communityCreateGroup('Ofertas', [pn(MARIA)], community?.id ?? '')
  expect(group).toMatchObject({ subject: 'Ofertas', linkedParent: community?.id })
  await maria.until(({ chats }) => chats.some(({ title }) => title === 'Ofertas'))
})

test('people join by the group’s link, and the client by an invitation', async () => {
  const { client, run, group, jid, simulator } = await groupTestbed()
  await run({ do: 'addPhone', phone: '5511900000009', name: 'Wesley', role: 'customer' })
  const code = await run({ do: 'inviteCode', group, by: MARIA })
  expect(await run({ do: 'joinGroup', phone: '5511900000009', code })).toBe(group)
  await client.until('group-participants.update', ({ action }) => action === 'add')
  const renewed = await run({ do: 'inviteCode', group, by: MARIA, renew: true })
  expect(await simulator.run({ do: 'joinGroup', phone: TIAGO, code })).toMatchObject({ error: 'unknown_invite' })

  await run({ do: 'changeGroup', group, by: MARIA, remove: [COMPANY] })
  expect((await client.socket.groupGetInviteInfo(renewed))?.subject).toBe('Entregas')
  expect(await client.socket.groupAcceptInvite(renewed)).toBe(jid)
  await run({ do: 'changeGroup', group, by: MARIA, remove: [COMPANY] })
  await run({ do: 'sendInvite', from: MARIA, to: COMPANY, group })
  const invitation = await client.finds(({ groupInviteMessage }) => groupInviteMessage)
  expect(invitation).toMatchObject({ groupJid: jid, groupName: 'Entregas' })
  await client.socket.groupAcceptInviteV4(pn(MARIA), invitation)
  expect((await client.socket.groupMetadata(jid)).participants).toHaveLength(4)
})

test('joining by the link waits for an admin’s approval if required', async () => {
  const { client, run, simulator } = await groupTestbed()
  await run({ do: 'addPhone', phone: '5511900000009', name: 'Wesley', role: 'customer' })
  const own = await run({ do: 'createGroup', by: COMPANY, subject: 'Clientes', members: [MARIA] })
  await run({ do: 'changeGroup', group: own, by: COMPANY, approval: true })
  const code = await run({ do: 'inviteCode', group: own, by: COMPANY })
  for (const phone of [TIAGO, '5511900000009']) await run({ do: 'joinGroup', phone, code })
  await client.until('group.join-request', ({ action }) => action === 'created')
  const asking = await client.socket.groupRequestParticipantsList(`${own}@g.us`)
  expect(asking).toHaveLength(2)
  const [first, second] = asking.map(({ jid }) => jid ?? '')
  await client.socket.groupRequestParticipantsUpdate(`${own}@g.us`, [first ?? ''], 'approve')
  await client.socket.groupRequestParticipantsUpdate(`${own}@g.us`, [second ?? ''], 'reject')
  const { group } =
    simulator
      .phone(MARIA)
      .view()
      .chats.find(({ id }) => id === own) ?? {}
  expect(group?.asking).toEqual([])
  expect(group?.members.map(({ phone }) => phone)).toEqual([COMPANY, MARIA, TIAGO])
})

test('only admins can delete messages of others', async () => {
  const { client, run, group, simulator, tiago } = await groupTestbed()
  const id = await run({ do: 'say', from: TIAGO, to: group, text: 'propaganda' })
  await client.gets('propaganda')
  await run({ do: 'revoke', from: MARIA, chat: group, id })
  await client.until('messages.update', (all) =>
    all.find(({ key, update }) => key.id === id && update.messageStubType === 1),
  )
  expect(tiago.message(group, id)?.revoked).toBe(true)
  const other = await run({ do: 'say', from: MARIA, to: group, text: 'regras' })
  const refused = await simulator.run({ do: 'revoke', from: TIAGO, chat: group, id: other })
  expect(refused).toMatchObject({ ok: false, error: 'not_an_admin' })
})

test('receipts are stored per member, and the delivery status rises with the last of them', async () => {
  const { simulator, client, run, group, jid, maria, company } = await groupTestbed()
  await run({ do: 'setOnline', phone: TIAGO, on: false })
  const voice = { audio: Buffer.from('voz'), mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 2 }
  afterThisTest(speakHttpTo(simulator))
  const sent = await client.socket.sendMessage(jid, voice)
  const id = sent?.key.id ?? ''
  await maria.until(() => maria.message(group, id))
  await company.until(() => company.message(group, id))
  const receipts = () => company.message(group, id)?.receipts.map(({ phone, ...at }) => [phone, at] as const)
  expect(company.message(group, id)?.ack).toBe(2)
  await run({ do: 'setOnline', phone: TIAGO, on: true })
  await company.until(() => company.message(group, id)?.ack === 3)
  await run({ do: 'readChat', phone: TIAGO, chat: group })
  await run({ do: 'playAudio', phone: MARIA, chat: group, id })
  await company.until(() => company.message(group, id)?.ack === 4)
  const played = Object.fromEntries(receipts() ?? [])
  expect(played[MARIA]?.playedAt).toBeString()
  expect(played[TIAGO]).toMatchObject({ readAt: expect.any(String), playedAt: null })
})
