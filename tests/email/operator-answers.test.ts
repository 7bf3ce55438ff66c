/** The operator's mailbox: answers find their company by the tag in their address, and no other. */
import { describe, expect, test } from 'bun:test'
import { readTag, taggedAddress, tagOf } from '../../src/features/email/answers/addressing'
import type { Attendant } from '../support/company-world'
import { imapServer } from '../support/imap-server'
import { runJob } from '../support/jobs'
import { mailbox } from '../support/mailbox'
import { world } from '../support/world'
import { type Answering, answerTo, chosen, headerOf, thread, unread } from './answers-world'
import { reaching, send, setServer } from './support'

const ADDRESS = 'respostas@operador.example'

async function operatorWorld(address = ADDRESS) {
  const box = await mailbox()
  const imap = await imapServer({ user: 'respostas', password: 'segredo' })
  const w = world({
    localMail: reaching(box),
    environment: { answersUrl: `imap://respostas:segredo@127.0.0.1:${imap.port}`, answersAddress: address },
  })
  const other = w.company('Padaria Sol')
  const companies = [w, other]
  const people: Attendant[] = []
  for (const company of companies) {
    const admin = company.admin()
    await setServer(admin)
    await admin.json('/api/emails/mailbox', 'PUT', {
      ...chosen,
      way: 'operator',
      host: '',
      user: '',
      password: undefined,
    })
    people.push(admin)
  }
  const sentBy = async (at: number) => {
    const person = people[at]
    if (!person) throw new Error('no such company')
    const { id } = await send(person)
    await runJob(w.server, 'email.send')
    const [mail] = box.mails()
    if (!mail) throw new Error('nothing was sent')
    return { id, person, mail, replyTo: headerOf(mail, 'reply-to') }
  }
  const read = () => runJob(w.server, 'email.operatorAnswers')
  const answer = (sent: Awaited<ReturnType<typeof sentBy>>, change: Answering = {}) =>
    imap.put(answerTo(sent.mail, { refers: false, to: sent.replyTo, ...change }))
  return { w, imap, people, sentBy, read, answer }
}

test.each([ADDRESS, '*@respostas.operador.example'])('answers to %s reach the company that sent', async (address) => {
  const { people, sentBy, read, answer } = await operatorWorld(address)
  const [first, second] = [await sentBy(0), await sentBy(1)]
  expect(first.replyTo).toContain(address.replace('*', '').replace('respostas@', '@'))
  answer(second, { text: 'do segundo' })
  answer(first, { text: 'do primeiro', to: first.replyTo.toUpperCase() })
  await read()
  expect((await thread(first.person, first.id)).answers.map(({ message }) => message)).toEqual(['do primeiro'])
  expect((await thread(second.person, second.id)).answers.map(({ message }) => message)).toEqual(['do segundo'])
  for (const person of people) expect(await unread(person)).toHaveLength(1)
})

test('an answer is stored once, also when reading breaks off', async () => {
  const { w, sentBy, read, answer } = await operatorWorld()
  const sent = await sentBy(0)
  answer(sent, { id: 'uma@casa.example' })
  await read()
  w.server.databases.writableControl().$client.exec('UPDATE answers_mailbox SET last_uid = 0, uid_validity = NULL')
  await read()
  expect((await thread(sent.person, sent.id)).answers).toHaveLength(1)
})

describe('a tag', () => {
  const token = crypto.randomUUID()
  test.each([
    { companyId: 1, token, recipientId: 1 },
    { companyId: 9_999_999, token: '00000000-0000-0000-0000-000000000000', recipientId: 1_000_000 },
    { companyId: 36, token: 'ffffffff-ffff-ffff-ffff-ffffffffffff', recipientId: 35 },
  ])('is read as it was written, in capitals too: %j', (tag) => {
    expect(readTag(tagOf(tag))).toEqual(tag)
    expect(readTag(tagOf(tag).toUpperCase())).toEqual(tag)
  })

  test.each(['', 'a', '1-2', '1-2-3-4', `1-${'z'.repeat(25)}-1`, '1-0g!-1', `${'1'.repeat(9)}-1-1`])(
    '%j is none',
    (text) => expect(readTag(text)).toBeUndefined(),
  )

  test('that would make a name too long is left out', () => {
    expect(taggedAddress('respostas@x.example', 'a'.repeat(54))).toBe(`respostas+${'a'.repeat(54)}@x.example`)
    expect(taggedAddress('respostas@x.example', 'a'.repeat(55))).toBeUndefined()
  })

  /** Each kind of tag that no company has given, to each company. */
  test.each(['another company', 'another token', 'another domain', 'no such company', 'rubbish'] as const)(
    'of %s leads nowhere',
    async (kind) => {
      const { people, imap, sentBy, read, answer } = await operatorWorld()
      const sent = [await sentBy(0), await sentBy(1)]
      for (const one of sent) {
        const tag = readTag(/\+([^@]+)@/.exec(one.replyTo)?.[1] ?? '')
        if (!tag) throw new Error('it has no tag')
        const forged = {
          'another company': { ...tag, companyId: tag.companyId === 1 ? 2 : 1 },
          'another token': { ...tag, token: crypto.randomUUID() },
          'another domain': tag,
          'no such company': { ...tag, companyId: 999 },
          rubbish: { ...tag, recipientId: 0, companyId: 0 },
        }[kind]
        const domain = kind === 'another domain' ? 'mal.example' : 'operador.example'
        answer(one, { to: `respostas+${tagOf(forged)}@${domain}` })
      }
      await read()
      for (const person of people) expect(await unread(person)).toEqual([])
      expect(imap.fetched.filter((one) => /BODY\[\]/.test(one))).toEqual([])
    },
  )
})

test('companies with another choice, or without the operator’s mailbox, send without a tag', async () => {
  const { people, sentBy } = await operatorWorld()
  await people[0]?.json('/api/emails/mailbox', 'PUT', { ...chosen, way: 'off' })
  expect((await sentBy(0)).replyTo).toBe('')
})
