/** The operator's mailbox: answers find their company by the tag in their address, and no other. */
import { describe, expect, test } from 'bun:test'
import { readTag, taggedAddress, tagOf, tagsOf } from '../../src/features/email/answers/addressing'
import type { Attendant } from '../support/company-world'
import { chosen, thread, unread } from './answers-world'
import { ADDRESS, operatorWorld } from './operator-world'

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

describe('while a company cannot be opened', () => {
  const bodies = async ({ person, id }: { person: Attendant; id: number }) =>
    (await thread(person, id)).answers.map(({ message }) => message)

  test('its answers wait, those of others are stored, and none is stored twice', async () => {
    const { other, w, sentBy, read, answer } = await operatorWorld()
    const [first, second] = [await sentBy(0), await sentBy(1)]
    answer(second, { text: 'um' })
    w.server.databases.handOver(other.tenant.uuid)
    answer(first, { text: 'do primeiro' })
    answer(second, { text: 'dois' })
    await read()
    await read()
    expect(await bodies(first)).toEqual(['do primeiro'])
    w.server.databases.takeBack(other.tenant.uuid)
    answer(second, { text: 'três' })
    await read()
    expect((await bodies(second)).sort()).toEqual(['dois', 'três', 'um'])
    await read()
    expect([(await bodies(first)).length, (await bodies(second)).length]).toEqual([1, 3])
  })

  test('the mailbox may give its mails other numbers', async () => {
    const { other, w, imap, sentBy, read, answer } = await operatorWorld()
    const [first, second] = [await sentBy(0), await sentBy(1)]
    answer(second, { text: 'um' })
    w.server.databases.handOver(other.tenant.uuid)
    await read()
    w.clock.forward(20 * 86_400_000)
    await read()
    imap.renumber()
    answer(first, { text: 'do primeiro' })
    await read()
    w.server.databases.takeBack(other.tenant.uuid)
    await read()
    expect([await bodies(first), await bodies(second)]).toEqual([['do primeiro'], ['um']])
  })

  test.each(['emails', 'email_answers'])('one whose table %s is damaged holds no other back', async (table) => {
    const { other, w, sentBy, read, answer } = await operatorWorld()
    const [first, second] = [await sentBy(0), await sentBy(1)]
    answer(second, { text: 'um' })
    answer(first, { text: 'do primeiro' })
    other.cx.db.$client.exec(`ALTER TABLE ${table} RENAME TO aside`)
    await read()
    expect(await bodies(first)).toEqual(['do primeiro'])
    other.cx.db.$client.exec(`ALTER TABLE aside RENAME TO ${table}`)
    await read()
    expect(await bodies(second)).toEqual(['um'])
    expect(w.logged.map(({ msg }) => msg)).toContain('answers to e-mails of a company wait: it cannot store them now')
  })
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

  test('is looked for once, and a mail that has more than any answer in twenty places', () => {
    const tag = (recipientId: number) => `respostas+${tagOf({ companyId: 1, token, recipientId })}@operador.example`
    const to = (tags: readonly string[]) => tagsOf(new Map([['to', tags]]), ADDRESS)
    expect(to([tag(1), tag(1).toUpperCase(), tag(2)])).toHaveLength(2)
    expect(to(Array.from({ length: 200 }, (_, n) => tag(n)))).toHaveLength(20)
  })

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
