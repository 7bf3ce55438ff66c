import { expect } from 'bun:test'
import { test } from '../support/trace'
import { COMPANY, linkedTestbed, MARIA, pn, TIAGO } from './support/world'

/** The smallest valid picture. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=='

async function acquainted() {
  const all = await linkedTestbed()
  await all.maria.say(COMPANY, 'oi')
  await all.client.gets('oi')
  return all
}

test('the client is notified of a new picture and can download it', async () => {
  const { simulator, client, run, maria } = await acquainted()
  await run({ do: 'setPicture', phone: MARIA, base64: PNG })
  await client.until('contacts.update', (all) => all.find(({ id, imgUrl }) => id === pn(MARIA) && imgUrl === 'changed'))
  const shown = await fetch((await client.socket.profilePictureUrl(pn(MARIA))) ?? '')
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(PNG)
  const seen = await simulator.handleControl(new Request(`http://any/control/${maria.view().picture}`))
  expect(seen.status).toBe(200)
  await run({ do: 'setPicture', phone: MARIA, base64: null })
  await client.until('contacts.update', (all) => all.find(({ imgUrl }) => imgUrl === 'removed'))
  expect(await client.socket.profilePictureUrl(pn(MARIA)).catch((error) => error.data)).toBe(404)
})

test('a new name comes with the next message', async () => {
  const { client, run, maria } = await acquainted()
  await run({ do: 'rename', phone: MARIA, name: 'Maria D. Souza' })
  await maria.say(COMPANY, 'casei!')
  expect((await client.gets('casei!')).pushName).toBe('Maria D. Souza')
})

test('a number change keeps LID and chats and notifies groups', async () => {
  const { simulator, client, run, company } = await acquainted()
  const group = await run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, TIAGO] })
  const other = '5521997777777'
  await run({ do: 'changeNumber', phone: MARIA, to: other })
  await client.until('messages.upsert', ({ messages }) => messages.find((one) => one.messageStubType === 33))
  await simulator.phone(other).say(COMPANY, 'número novo')
  const { key } = await client.gets('número novo')
  expect(key.remoteJid).toBe(pn(other))
  expect(key.remoteJidAlt).toBe(client.messages()[0]?.key.remoteJidAlt ?? '')
  expect(company.messages(other).map(({ text }) => text)).toEqual(['oi', 'número novo'])
  await run({ do: 'say', from: other, to: group, text: 'sou eu' })
  await client.gets('sou eu')
  expect((await simulator.run({ do: 'say', from: MARIA, to: COMPANY, text: 'x' })).ok).toBe(false)
  expect(await client.socket.onWhatsApp(MARIA)).toEqual([])
})

for (const newLid of [false, true]) {
  test(`after a reinstallation with ${newLid ? 'another' : 'the same'} LID both can exchange messages`, async () => {
    const { simulator, client, run, maria } = await acquainted()
    await client.socket.sendMessage(pn(MARIA), { text: 'em que posso ajudar?' })
    await maria.gets('em que posso ajudar?')
    await run({ do: 'reinstall', phone: MARIA, newLid })
    expect(simulator.trace()).toMatch(/<notification from="5521996124087@[^\n]+ type="encrypt"[^\n]+<identity\/>/)
    await maria.say(COMPANY, 'celular novo')
    await client.gets('celular novo')
    await client.socket.sendMessage(pn(MARIA), { text: 'parabéns!' })
    await maria.gets('parabéns!')
  })
}

test('a person who blocks the company receives nothing and hides the picture', async () => {
  const { client, run, maria, company } = await acquainted()
  await run({ do: 'setPicture', phone: MARIA, base64: PNG })
  await run({ do: 'block', phone: MARIA, who: COMPANY })
  const sent = await client.socket.sendMessage(pn(MARIA), { text: 'promoção!' })
  const id = sent?.key.id ?? ''
  await company.until(() => company.message(MARIA, id)?.ack === 2)
  expect(await client.socket.profilePictureUrl(pn(MARIA)).catch((error) => error.data)).toBe(401)
  await run({ do: 'block', phone: MARIA, who: COMPANY, on: false })
  await client.socket.sendMessage(pn(MARIA), { text: 'voltamos' })
  await maria.gets('voltamos')
  expect(maria.message(COMPANY, id)).toBeUndefined()
})

test('a block on the company’s phone also applies to the client', async () => {
  const { client, run } = await acquainted()
  await run({ do: 'block', phone: COMPANY, who: MARIA })
  const { blocklist } = await client.until('blocklist.update', (update) => update.type === 'add' && update)
  expect(await client.socket.fetchBlocklist()).toEqual(blocklist)
  await run({ do: 'block', phone: COMPANY, who: MARIA, on: false })
  await client.until('blocklist.update', ({ type }) => type === 'remove')
})

test('a Brazilian number is found with and without its ninth digit and returned in its own form', async () => {
  const { client, run } = await acquainted()
  await run({ do: 'addPhone', phone: '551132345678', name: 'Dona Lurdes', role: 'customer' })
  expect(await client.socket.onWhatsApp('552196124087')).toEqual([{ jid: pn(MARIA), exists: true }])
  expect(await client.socket.onWhatsApp('5511932345678')).toEqual([{ jid: pn('551132345678'), exists: true }])
  expect(await client.socket.onWhatsApp('5511932345679')).toEqual([])
})

test('privacy settings and the about text are stored', async () => {
  const { client, company } = await acquainted()
  await client.socket.updateLastSeenPrivacy('contacts')
  expect(await client.socket.fetchPrivacySettings(true)).toMatchObject({ last: 'contacts', online: 'all' })
  await client.socket.updateProfileStatus('Aberto até as 18h')
  await company.until(({ about }) => about === 'Aberto até as 18h')
})
