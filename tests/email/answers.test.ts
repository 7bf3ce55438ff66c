/** Answers to e-mails: found in the company's mailbox, shown beside the e-mail, answered. */
import { describe, expect, test } from 'bun:test'
import type { Email } from '../../src/features/email/contract'
import { MINUTE } from '../../src/platform/time'
import { providers } from '../../src/settings/mail-sign-in/providers'
import { anActor } from '../support/actor'
import { imapServer, type Manners } from '../support/imap-server'
import { appSettings, mailAccounts } from '../support/mail-accounts'
import { NOON, world } from '../support/world'
import { answersWorld, answerTo, bounceOf, chosen, headerOf, mailboxOf, readNow, thread, unread } from './answers-world'
import { details, listed, SERVER, send, states } from './support'

type Made = Awaited<ReturnType<typeof answersWorld>>

async function sent({ ana, box, send: run }: Made, change: Record<string, unknown> = {}) {
  const { id } = await send(ana, change)
  await run()
  const [mail] = box.mails()
  if (!mail) throw new Error('nothing was sent')
  return { id, mail }
}

describe('an answer', () => {
  test('stands beside the e-mail, and waits in the bell of the person who sent it', async () => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    made.imap.put(
      answerTo(mail, {
        text: 'Recebi, obrigada!\n\nEm sex., 20 de nov. de 2026 às 10:00, Loja <vendas@loja.example> escreveu:\n> Bom dia!',
      }),
    )
    await made.read()
    const { answers, emails } = await thread(made.ana, id)
    expect(emails).toMatchObject([{ id, message: 'Bom dia!', to: ['maria@casa.example'] }])
    expect(answers).toMatchObject([
      {
        emailId: id,
        kind: 'reply',
        from: { name: 'Maria', address: 'maria@casa.example' },
        preview: 'Recebi, obrigada!',
        message: 'Recebi, obrigada!',
        quoted: expect.stringContaining('> Bom dia!'),
        sentAt: '2026-11-20T13:00:00.000Z',
        isRead: false,
        files: [],
      },
    ])
    expect(await unread(made.ana)).toMatchObject([{ emailId: id, subject: 'Re: Boleto' }])
    expect((await listed(made.ana, 'enviados')).emails).toMatchObject([{ answers: 1, unread: 1 }])
    expect(await unread(made.admin)).toEqual([])
  })

  test.each<[string, Manners]>([
    [
      'Gmail',
      {
        capabilities:
          'IMAP4rev1 UNSELECT IDLE NAMESPACE QUOTA ID XLIST CHILDREN X-GM-EXT-1 UIDPLUS COMPRESS=DEFLATE ENABLE MOVE CONDSTORE ESEARCH UTF8=ACCEPT LIST-EXTENDED LIST-STATUS LITERAL- SPECIAL-USE SASL-IR AUTH=PLAIN AUTH=XOAUTH2',
      },
    ],
    ['a server that talks', { chatter: ['* OK Still here', '* 3 EXISTS', '* 1 FETCH (FLAGS (\\Seen))'] }],
  ])('is found at %s', async (_, manners) => {
    const made = await answersWorld(manners)
    const { id, mail } = await sent(made)
    made.imap.put(answerTo(mail))
    await made.read()
    expect((await thread(made.ana, id)).answers).toHaveLength(1)
  })

  test('is stored once: read again, twice in the mailbox, or found under other numbers', async () => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    const raw = answerTo(mail, { id: 'uma@casa.example' })
    made.imap.put(raw)
    await made.read()
    made.imap.put(raw)
    await made.read()
    made.imap.renumber()
    await made.read()
    made.imap.put(answerTo(mail, { id: 'outra@casa.example' }))
    await made.read()
    expect((await thread(made.ana, id)).answers.map(({ message }) => message)).toHaveLength(2)
  })

  test('of a mail of others nothing is fetched but what shows that it is not ours', async () => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    const other = made.imap.put(
      'From: x@y.example\nMessage-ID: <a@y.example>\nIn-Reply-To: <b@y.example>\nSubject: privado\n\nsegredo\n',
    )
    const token = `${crypto.randomUUID()}.1@loja.example`
    const stranger = made.imap.put(
      `From: x@y.example\nMessage-ID: <c@y.example>\nIn-Reply-To: <${token}>\nSubject: privado\n\nsegredo\n`,
    )
    const own = made.imap.put(
      `From: vendas@loja.example\nMessage-ID: ${headerOf(mail, 'message-id')}\nSubject: Boleto\n\nBom dia!\n`,
    )
    await made.read()
    expect(made.imap.fetched.filter((one) => !/^\d+ BODY\[HEADER\.FIELDS/.test(one))).toEqual([])
    expect(made.imap.fetched.filter((one) => /SUBJECT|\bFROM\b/i.test(one))).toEqual([])
    expect([other, stranger, own]).toEqual([1, 2, 3])
    expect(made.imap.flags()).toEqual([[], [], []])
    expect((await thread(made.ana, id)).answers).toEqual([])
  })

  test.each([
    ['Auto-Submitted: auto-replied', 'automatic'],
    ['Precedence: bulk', 'automatic'],
    ['X-Anything: yes', 'reply'],
  ])('with %s is %s', async (lines, kind) => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    made.imap.put(answerTo(mail, { lines }))
    await made.read()
    expect((await thread(made.ana, id)).answers).toMatchObject([{ kind }])
  })

  test('has its files, by their content', async () => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    const html = Buffer.from('<script>alert(1)</script>').toString('base64')
    made.imap.put(
      answerTo(mail).replace(
        'Content-Type: text/plain; charset=utf-8\n',
        `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nSegue\n--b\nContent-Type: image/png; name="foto.png"\nContent-Disposition: attachment; filename="foto.png"\nContent-Transfer-Encoding: base64\n\n${html}\n--b--\n`,
      ),
    )
    await made.read()
    const { answers } = await thread(made.ana, id)
    const [answer] = answers
    expect(answer).toMatchObject({ message: 'Segue', files: [{ name: 'foto.png', size: 25 }] })
    expect(answer?.files[0]?.mimetype).not.toBe('image/png')
    const file = await made.ana.request(`/api/emails/answers/${answer?.id}/files/${answer?.files[0]?.id}`)
    expect([file.status, await file.text()]).toEqual([200, '<script>alert(1)</script>'])
    expect(file.headers.get('content-disposition')).toStartWith('attachment')
    const bia = made.w.attendant([], { name: 'Bia' })
    expect((await bia.request(`/api/emails/answers/${answer?.id}/files/${answer?.files[0]?.id}`)).status).toBe(404)
  })

  test('that is too large is read at its beginning', async () => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    made.imap.put(answerTo(mail, { text: `Oi\n${'x'.repeat(26_000_000)}` }))
    await made.read()
    const [answer] = (await thread(made.ana, id)).answers
    expect([answer?.fault, answer?.message.slice(0, 4)]).toEqual(['tooLarge', 'Oi\nx'])
  })

  test('that no parser can read is shown by its headers, and the next one is read', async () => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    let parts = answerTo(mail).replace(
      'Content-Type: text/plain; charset=utf-8\n',
      'Content-Type: multipart/mixed; boundary=b0\n',
    )
    for (let n = 0; n < 200; n++) parts += `--b${n}\nContent-Type: multipart/mixed; boundary=b${n + 1}\n\n`
    made.imap.put(parts)
    made.imap.put(answerTo(mail))
    await made.read()
    expect((await thread(made.ana, id)).answers).toMatchObject([
      { fault: 'unreadable', from: { address: 'maria@casa.example' }, message: '' },
      { fault: null, message: 'Recebi, obrigada!' },
    ])
  })
})

describe('the sender', () => {
  test('alone marks answers as read', async () => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    made.imap.put(answerTo(mail))
    await made.read()
    const ids = (await unread(made.ana)).map((one) => one.id)
    await made.admin.json('/api/emails/answers/seen', 'POST', { ids })
    expect(await unread(made.ana)).toHaveLength(1)
    await made.ana.json('/api/emails/answers/seen', 'POST', { ids })
    expect(await unread(made.ana)).toEqual([])
    expect((await thread(made.admin, id)).answers).toMatchObject([{ isRead: true }])
  })

  test('and administrators hear of answers at once; others do not', async () => {
    const heard: string[] = []
    const made = await answersWorld(
      {},
      {
        observed({ name, payload }, audience) {
          if (name !== 'email.answer') return
          const { userId } = made.ana
          if (audience(anActor({ userId: userId + 100, profile: 'admin' }))) heard.push('admin')
          if (audience(anActor({ userId }))) heard.push('ana')
          if (audience(anActor({ userId: userId + 1, profile: 'supervisor' }))) heard.push('another')
          expect(payload).toMatchObject({ answer: { preview: 'Recebi, obrigada!', isRead: false } })
        },
      },
    )
    const { mail } = await sent(made)
    made.imap.put(answerTo(mail))
    await made.read()
    expect(heard).toEqual(['admin', 'ana'])
  })

  test('and administrators see answers; others do not', async () => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    made.imap.put(answerTo(mail))
    await made.read()
    const bia = made.w.attendant([], { name: 'Bia' })
    expect((await thread(made.admin, id)).answers).toHaveLength(1)
    expect((await bia.request(`/api/emails/${id}/thread`)).status).toBe(404)
    const [answer] = await unread(made.ana)
    const reply = await bia.json(`/api/emails/answers/${answer?.id}/reply`, 'POST', { mensagem: 'x' })
    expect(reply.status).toBe(404)
  })
})

describe('answering', () => {
  test('continues the conversation in mail programs and on the screen', async () => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    made.imap.put(answerTo(mail, { id: 'uma@casa.example', lines: 'Reply-To: casa@casa.example' }))
    await made.read()
    const [first] = await unread(made.ana)
    const answer = await made.ana.json(`/api/emails/answers/${first?.id}/reply`, 'POST', { mensagem: 'Combinado!' })
    const reply = (await answer.json()) as Email // the answer of its route
    await made.send()
    const [again] = made.box.mails()
    if (!again) throw new Error('nothing was sent')
    expect([again.to[0], again.subject, again.text]).toEqual(['casa@casa.example', 'Re: Boleto', 'Combinado!'])
    expect(headerOf(again, 'in-reply-to')).toBe('<uma@casa.example>')
    expect(headerOf(again, 'references')).toBe(
      `<antes@casa.example> ${headerOf(mail, 'message-id')} <uma@casa.example>`,
    )
    made.imap.put(answerTo(again, { text: 'Ótimo' }))
    await made.read()
    for (const one of [id, reply.id]) {
      const { emails, answers } = await thread(made.ana, one)
      expect(emails.map((email) => [email.id, email.answeredId])).toEqual([
        [id, null],
        [reply.id, first?.id ?? 0],
      ])
      expect(answers.map(({ emailId, message }) => [emailId, message])).toEqual([
        [id, 'Recebi, obrigada!'],
        [reply.id, 'Ótimo'],
      ])
    }
    expect((await listed(made.ana, 'enviados')).emails.find((one) => one.id === id)).toMatchObject({
      answers: 2,
      unread: 2,
    })
  })

  test('is formatted and signed, about the same contact, and leaves the other side’s subject as it is', async () => {
    const made = await answersWorld()
    await made.ana.json('/api/emails/signature', 'PUT', { html: '<p><b>{{user.name}}</b></p>' })
    const contact = await made.admin.json('/api/contacts', 'POST', { name: 'Maria', number: '5511999990001' })
    const { id: contactId } = (await contact.json()) as { id: number } // the answer of its route
    const { id, mail } = await sent(made, { contactId })
    made.imap.put(
      answerTo(mail, { from: 'maria@trabalho.example' }).replace(/^Subject: .*$/m, 'Subject: {{user.name}}'),
    )
    await made.read()
    const [first] = await unread(made.ana)
    const path = `/api/emails/answers/${first?.id}/reply`
    expect((await made.ana.json(path, 'POST', {})).status).toBe(400)
    const answer = await made.ana.json(path, 'POST', { html: '<p>Olá, <i>{{name}}</i></p>', sign: true })
    const reply = (await answer.json()) as Email // the answer of its route
    await made.send()
    const [again] = made.box.mails()
    expect([again?.to[0], again?.subject]).toEqual(['maria@trabalho.example', 'Re: {{user.name}}'])
    expect(again?.text).toContain('Olá, Maria\n\n-- \nAna')
    expect(again?.html).toContain('<strong>Ana</strong>')
    expect((await thread(made.ana, id)).emails[1]).toMatchObject({
      html: '<p>Olá, <em>Maria</em></p>',
      signature: '<p><strong>Ana</strong></p>',
    })
    const of = async (path: string) => (await made.ana.request(path)).json()
    expect(await of(`/api/emails/contacts/${contactId}`)).toMatchObject({ emails: [{ id: reply.id }, { id }] })
    expect(await of(`/api/emails/answers?contactId=${contactId}`)).toMatchObject({ answers: [{ id: first?.id }] })
  })

  test('counts towards the hourly limit', async () => {
    const made = await answersWorld({}, { environment: { emailRecipientsPerHour: 1 } })
    const { mail } = await sent(made)
    made.imap.put(answerTo(mail))
    await made.read()
    const [first] = await unread(made.ana)
    const path = `/api/emails/answers/${first?.id}/reply`
    const refused = await made.ana.json(path, 'POST', { mensagem: 'Olá' })
    expect(await refused.json()).toMatchObject({ error: 'ERR_EMAIL_HOURLY_LIMIT' })
    made.w.clock.forward(60 * MINUTE)
    expect((await made.ana.json(path, 'POST', { mensagem: 'Olá' })).status).toBe(200)
  })

  test('by an administrator stays in the sender’s conversation', async () => {
    const made = await answersWorld()
    const { mail } = await sent(made)
    made.imap.put(answerTo(mail))
    await made.read()
    const [first] = await unread(made.ana)
    await made.admin.json(`/api/emails/answers/${first?.id}/reply`, 'POST', { mensagem: 'Olá' })
    await made.send()
    const [again] = made.box.mails()
    if (!again) throw new Error('nothing was sent')
    made.imap.put(answerTo(again, { text: 'Ótimo' }))
    await made.read()
    expect((await unread(made.ana)).map(({ preview }) => preview)).toEqual(['Ótimo', 'Recebi, obrigada!'])
  })
})

describe('a mail that did not arrive', () => {
  test('marks its recipient with the words of the server, and may be sent again', async () => {
    const made = await answersWorld()
    const { id } = await sent(made, { email: 'maria@casa.example, joao@casa.example' })
    const toMaria = made.box.mails().find(({ to }) => to[0] === 'maria@casa.example')
    if (!toMaria) throw new Error('nothing was sent')
    made.imap.put(bounceOf(toMaria, 'maria@casa.example'))
    await made.read()
    expect(await states(made.ana, id)).toEqual({ 'maria@casa.example': 'bounced', 'joao@casa.example': 'sent' })
    const { to } = await details(made.ana, id)
    expect(to[0]).toMatchObject({ answer: '550 5.1.1 User unknown', state: 'failed' })
    expect((await thread(made.ana, id)).answers).toMatchObject([{ kind: 'bounce', files: [] }])
    await made.ana.json(`/api/emails/${id}/retry`, 'POST', {})
    await made.send()
    expect(await states(made.ana, id)).toMatchObject({ 'maria@casa.example': 'sent' })
  })

  test('is recognised without parts for machines, as web hosts report it', async () => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    const from = 'Mail Delivery System <Mailer-Daemon@host.example>'
    made.imap.put(answerTo(mail, { from, lines: 'X-Failed-Recipients: maria@casa.example', text: 'mailbox is full' }))
    made.imap.put(answerTo(mail, { from, lines: 'X-Failed-Recipients: outra@casa.example' }))
    await made.read()
    expect(await states(made.ana, id)).toEqual({ 'maria@casa.example': 'bounced' })
    expect((await thread(made.ana, id)).answers).toMatchObject([
      { kind: 'bounce', message: 'mailbox is full' },
      { kind: 'bounce' },
    ])
  })

  test('a report about an address that was corrected since marks nobody', async () => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    made.imap.put(bounceOf(mail, 'maria@casa.example'))
    await made.read()
    const recipientId = (await details(made.ana, id)).to[0]?.id
    await made.ana.json(`/api/emails/${id}/recipients/${recipientId}`, 'PUT', { email: 'maria@lar.example' })
    await made.send()
    made.imap.put(bounceOf(mail, 'maria@casa.example'))
    await made.read()
    expect(await states(made.ana, id)).toEqual({ 'maria@lar.example': 'sent' })
  })

  test('a delay is no failure, and a report about a mail of others is not read', async () => {
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    made.imap.put(
      bounceOf(
        mail,
        'maria@casa.example',
        'Final-Recipient: rfc822; maria@casa.example\nAction: delayed\nStatus: 4.4.1',
      ),
    )
    const foreign = { headers: [{ name: 'message-id', value: '<x@y.example>' }] }
    const uid = made.imap.put(bounceOf(foreign, 'z@y.example'))
    await made.read()
    expect(await states(made.ana, id)).toEqual({ 'maria@casa.example': 'sent' })
    expect((await thread(made.ana, id)).answers).toEqual([])
    expect(made.imap.fetched.filter((one) => one.startsWith(`${uid} `)).filter((one) => /BODY\[\]/.test(one))).toEqual(
      [],
    )
  })
})

describe('the mailbox', () => {
  test('is read only where it is on, and not before it is due', async () => {
    const made = await answersWorld()
    await made.read()
    const before = made.imap.log.length
    await made.admin.json('/api/emails/mailbox', 'PUT', { ...chosen, way: 'off' })
    await made.read()
    expect(made.imap.log.length).toBe(before)
    expect(made.w.cx.db.$client.prepare('SELECT next_at FROM email_mailbox').pluck().get()).toBeNull()
  })

  test('costs four commands when nothing is new', async () => {
    const made = await answersWorld()
    await made.read()
    made.imap.log.length = 0
    await made.read()
    expect(made.imap.log.filter((one) => /^(SEARCH|FETCH)/.test(one))).toEqual([])
    expect(made.imap.log.length).toBeLessThanOrEqual(8)
  })

  test('is tried again later and later while it fails, and says why', async () => {
    const made = await answersWorld({ password: 'outra' })
    await made.read()
    expect(await mailboxOf(made.admin)).toMatchObject({
      failure: 'login',
      answer: expect.stringContaining('Authentication'),
    })
    const first = Date.parse((await mailboxOf(made.admin)).nextAt ?? '') - made.w.clock.now()
    expect(first).toBeGreaterThan(20 * MINUTE)
    made.w.clock.forward(first)
    await readNow(made.w)
    const second = Date.parse((await mailboxOf(made.admin)).nextAt ?? '') - made.w.clock.now()
    expect(second).toBeGreaterThan(first)
    made.imap.behave({})
    made.w.clock.forward(second)
    await readNow(made.w)
    expect(await mailboxOf(made.admin)).toMatchObject({ failure: null, readAt: expect.any(String) })
  })

  test('loses nothing when the connection ends between two mails', async () => {
    let fetches = 0
    const made = await answersWorld()
    const { id, mail } = await sent(made)
    for (const text of ['um', 'dois', 'três']) made.imap.put(answerTo(mail, { text }))
    made.imap.behave({
      answer: (command, words) =>
        command === 'FETCH' && /BODY\.PEEK\[\]/.test(words) && ++fetches === 2 ? null : undefined,
    })
    await made.read()
    expect((await thread(made.ana, id)).answers.map(({ message }) => message)).toEqual(['um'])
    made.w.clock.forward(10 * MINUTE)
    await made.read()
    expect((await thread(made.ana, id)).answers.map(({ message }) => message)).toEqual(['um', 'dois', 'três'])
  })

  test('never gives the password of sending to a server of another place', async () => {
    const made = await answersWorld()
    await made.admin.json('/api/settings/clientsecretsmtpauth', 'PUT', { value: 'segredo' })
    const body = { ...chosen, ownLogin: false, host: 'imap.mal.example', password: undefined }
    const test = await made.admin.json('/api/emails/mailbox/test', 'POST', body)
    expect(await test.json()).toMatchObject({ ok: false, failure: 'otherServer' })
  })

  test('forgets its password with its server, and never shows it', async () => {
    const made = await answersWorld()
    expect(await mailboxOf(made.admin)).toMatchObject({ hasPassword: true })
    expect(JSON.stringify(await mailboxOf(made.admin))).not.toContain('segredo')
    const { password: _, ...kept } = chosen
    await made.admin.json('/api/emails/mailbox', 'PUT', { ...kept, folder: 'Respostas' })
    expect(await mailboxOf(made.admin)).toMatchObject({ hasPassword: true })
    await made.admin.json('/api/emails/mailbox', 'PUT', { ...kept, host: 'imap.mal.example' })
    expect(await mailboxOf(made.admin)).toMatchObject({ hasPassword: false })
    expect((await made.ana.request('/api/emails/mailbox')).status).toBe(403)
  })

  test('is tested with what is typed', async () => {
    const made = await answersWorld({ folders: ['Respostas'] })
    const ask = async (change: object) =>
      (await made.admin.json('/api/emails/mailbox/test', 'POST', { ...chosen, ...change })).json()
    expect(await ask({})).toMatchObject({ ok: true, failure: null })
    expect(await ask({ folder: 'Caixa' })).toMatchObject({ ok: false, failure: 'folder', answer: 'INBOX, Respostas' })
    expect(await ask({ password: 'x' })).toMatchObject({ ok: false, failure: 'login' })
  })
})

test('erasing a contact erases their answers', async () => {
  const made = await answersWorld()
  const { id, mail } = await sent(made, { email: 'maria@casa.example, joao@outra.example' })
  made.imap.put(answerTo(mail))
  made.imap.put(answerTo(mail, { from: 'joao@outra.example', text: 'Outro' }))
  await made.read()
  const contact = await made.admin.json('/api/contacts', 'POST', {
    name: 'Maria',
    number: '5511999990001',
    email: 'maria@casa.example',
  })
  const { id: contactId } = (await contact.json()) as { id: number } // the answer of its route
  const of = await made.ana.request(`/api/emails/answers?contactId=${contactId}`)
  expect(((await of.json()) as { answers: unknown[] }).answers).toHaveLength(1)
  expect(
    (await made.admin.request(`/api/contacts/${contactId}/personal-data`, { method: 'DELETE' })).status,
  ).toBeLessThan(300)
  expect((await thread(made.ana, id)).answers.map(({ message }) => message)).toEqual(['Outro'])
})

describe('a company with an account of Google', () => {
  async function accountWorld() {
    let now = () => NOON
    const { accounts } = await mailAccounts('google', () => now())
    const imap = await imapServer({ capabilities: 'IMAP4rev1 SASL-IR AUTH=XOAUTH2' })
    const place = { host: 'imap.google.example', port: 993 }
    providers.google = { ...providers.google, imap: { ...place, security: 'implicit' } }
    const w = world({
      environment: appSettings,
      publicUrl: 'https://balcao.example',
      localMail: { ...SERVER, at: SERVER, imap: { ...place, at: { host: imap.host, port: imap.port } } },
    })
    now = w.clock.now
    const admin = w.admin()
    const started = await admin.json('/api/emails/server/sign-in', 'POST', { provider: 'google' })
    const back = accounts.consent(((await started.json()) as { url: string }).url, { address: 'vendas@loja.example' })
    const given = new URL(back).searchParams
    await admin.json('/api/emails/server/sign-in/finish', 'POST', {
      state: given.get('state'),
      code: given.get('code'),
    })
    return { w, admin, imap, place, accounts }
  }

  test('reads with its token, at the server of Google alone', async () => {
    const { w, admin, imap, place } = await accountWorld()
    expect(await mailboxOf(admin)).toMatchObject({ host: place.host, port: 993, ownLogin: false })
    const body = { ...chosen, ...place, ownLogin: false, user: '', password: undefined }
    const other = await admin.json('/api/emails/mailbox/test', 'POST', { ...body, host: 'imap.mal.example' })
    expect(await other.json()).toMatchObject({ failure: 'otherServer' })
    await admin.json('/api/emails/mailbox', 'PUT', body)
    imap.behave({ capabilities: 'IMAP4rev1 SASL-IR AUTH=XOAUTH2', accessToken: 'revoked' })
    await readNow(w)
    expect(await mailboxOf(admin)).toMatchObject({ failure: 'login' })
    expect(imap.log.filter((one) => one === 'AUTHENTICATE')).toHaveLength(2)
    imap.behave({ capabilities: 'IMAP4rev1 SASL-IR AUTH=XOAUTH2' })
    w.clock.forward(60 * MINUTE)
    await readNow(w)
    expect(await mailboxOf(admin)).toMatchObject({ failure: null, readAt: expect.any(String) })
  })
})
