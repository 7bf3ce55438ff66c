/** E-mails of a company: sent, scheduled, refused, retried. */
import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { addressesOf, type EmailFile, MOST_EMAIL_BYTES, splitAddresses } from '../../src/features/email/contract'
import { HOUR, MINUTE } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import type { Attendant } from '../support/company-world'
import { NOON } from '../support/world'
import { act, details, emailWorld, listed, runSender, send, setServer, states } from './support'

const iso = (ms: number) => new Date(ms).toISOString()

describe('typed recipients', () => {
  test.each([
    ['ana@casa.example', ['ana@casa.example']],
    [
      'a@casa.example, b@casa.example;c@casa.example\nd@casa.example',
      ['a', 'b', 'c', 'd'].map((n) => `${n}@casa.example`),
    ],
    ['a@casa.example b@casa.example', ['a@casa.example', 'b@casa.example']],
    ['Ana Souza <ana@casa.example>, "Lima, Bia" <bia@casa.example>', ['ana@casa.example', 'bia@casa.example']],
    ['ana@casa.example, ANA@casa.example', ['ana@casa.example']],
    [' , ;\n', []],
    ['ana@casa', undefined],
    ['ana@casa.example, marcia@hotmial', undefined],
    ['ana@casa.example <x>', undefined],
  ])('%j', (typed, found) => expect(addressesOf(typed)).toEqual(found as string[]))

  test('invalid ones stay as typed', () => {
    expect(splitAddresses('marcia@hotmial, Zé <ze@casa.example>')).toEqual(['marcia@hotmial', 'Zé <ze@casa.example>'])
  })
})

describe('sending', () => {
  test('sends each recipient a separate copy', async () => {
    const { box, ana, run } = await emailWorld()
    const { id, state } = await send(ana, { email: 'maria@casa.example, joao@casa.example' })
    expect(state).toBe('sending')
    await run()
    expect(box.mails().map(({ to, from, subject, text }) => ({ to, from, subject, text }))).toEqual(
      ['joao@casa.example', 'maria@casa.example'].map((to) => ({
        to: [to],
        from: 'vendas@loja.example',
        subject: 'Boleto',
        text: 'Bom dia!',
      })),
    )
    for (const { headers, to } of box.mails())
      expect(headers.flatMap(({ name, value }) => (/^(to|cc|bcc)$/.test(name) ? [value] : []))).toEqual([...to])
    expect(await states(ana, id)).toEqual({ 'maria@casa.example': 'sent', 'joao@casa.example': 'sent' })
    expect(await details(ana, id)).toMatchObject({ state: 'done', sent: 2, recipients: 2, failed: 0 })
  })

  test('has the company as its sender', async () => {
    const { box, ana, admin, run } = await emailWorld()
    await send(ana)
    await run()
    await admin.json('/api/settings/fromsmtpauth', 'PUT', { value: 'Casa <ola@loja.example>' })
    await send(ana)
    await run()
    expect(box.mails().map(({ sender }) => sender)).toEqual([
      'Casa <ola@loja.example>',
      'Loja Centro <vendas@loja.example>',
    ])
  })

  test('truncates the preview in the list, not the message', async () => {
    const { ana } = await emailWorld()
    const mensagem = `${'a'.repeat(99)}bcd`
    const { id } = await send(ana, { mensagem })
    expect((await listed(ana, 'enviados')).emails[0]?.message).toBe(`${'a'.repeat(99)}b`)
    expect((await details(ana, id)).message).toBe(mensagem)
  })

  test('lists five per page, the latest first, searched by recipient and subject', async () => {
    const { ana, w } = await emailWorld()
    for (let n = 1; n <= 7; n++) {
      w.clock.forward(1000)
      await send(ana, { assunto: `Número ${n}`, email: `pessoa${n}@casa.example` })
    }
    const first = await listed(ana, 'enviados')
    expect(first.emails.map(({ subject }) => subject)).toEqual([7, 6, 5, 4, 3].map((n) => `Número ${n}`))
    expect(first).toMatchObject({ count: 7, hasMore: true })
    expect((await listed(ana, 'enviados', '?pageNumber=2')).emails).toHaveLength(2)
    expect((await listed(ana, 'enviados', '?searchParam=numero 3')).count).toBe(1)
    expect((await listed(ana, 'enviados', '?searchParam=PESSOA4@')).emails[0]?.sender).toBe('pessoa4@casa.example')
    expect((await listed(ana, 'agendados')).count).toBe(0)
  })

  test.each([
    ['no subject', { assunto: ' ' }, 'assunto'],
    ['no message', { mensagem: ' \n' }, 'mensagem'],
    ['no recipient', { email: '' }, 'email'],
    ['a wrong recipient', { email: 'maria' }, 'email'],
    ['a header in the subject', { assunto: 'a\r\nBcc: x@casa.example' }, 'assunto'],
    ['a recipient too many', { email: Array.from({ length: 101 }, (_, n) => `p${n}@casa.example`).join() }, 'email'],
  ])('%s is refused', async (_, change, field) => {
    const { ana } = await emailWorld()
    expect(await send(ana, change)).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field }] })
  })

  test('uses one connection for a hundred recipients', async () => {
    const { box, ana, run } = await emailWorld()
    const { id } = await send(ana, { email: Array.from({ length: 100 }, (_, n) => `p${n}@casa.example`).join(', ') })
    await run()
    expect(await details(ana, id)).toMatchObject({ state: 'done', sent: 100 })
    expect(new Set(box.mails().map(({ to }) => to[0])).size).toBe(100)
  })
})

describe('scheduling', () => {
  test('sends at the scheduled time', async () => {
    const { box, w, ana, run } = await emailWorld()
    const { id, state } = await send(ana, { sendAt: iso(NOON + HOUR) }, 'agendar-envio-email')
    expect(state).toBe('scheduled')
    await run()
    expect(box.mails()).toHaveLength(0)
    expect((await listed(ana, 'agendados')).count).toBe(1)
    w.clock.forward(HOUR)
    await run()
    expect(box.mails()).toHaveLength(1)
    expect((await listed(ana, 'agendados')).count).toBe(0)
    expect((await listed(ana, 'enviados')).emails).toMatchObject([{ id, state: 'done', sent: 1 }])
  })

  test('requires a date that is not in the past', async () => {
    const { ana } = await emailWorld()
    expect(await send(ana, {}, 'agendar-envio-email')).toMatchObject({ error: 'ERR_INVALID_INPUT' })
    expect(await send(ana, { sendAt: iso(NOON - HOUR) }, 'agendar-envio-email')).toMatchObject({
      details: [{ field: 'sendAt', message: expect.any(String) }],
    })
  })

  test('allows changes, cancelling and immediate sending until it is due', async () => {
    const { box, w, ana, run } = await emailWorld()
    const schedule = async () => (await send(ana, { sendAt: iso(w.clock.now() + HOUR) }, 'agendar-envio-email')).id
    const [changed, cancelled, hurried] = [await schedule(), await schedule(), await schedule()]
    const put = { assunto: 'Outro', email: 'joao@casa.example', sendAt: iso(w.clock.now() + 2 * HOUR) }
    expect((await ana.json(`/api/emails/${changed}`, 'PUT', put)).status).toBe(200)
    expect((await ana.request(`/api/emails/${cancelled}`, { method: 'DELETE' })).status).toBe(200)
    await act(ana, hurried, 'send-now')
    await run()
    expect(box.mails().map(({ to }) => to)).toEqual([['maria@casa.example']])
    expect(await (await ana.json(`/api/emails/${hurried}`, 'PUT', put)).json()).toMatchObject({
      error: 'ERR_EMAIL_LOCKED',
    })
    w.clock.forward(2 * HOUR)
    await run()
    expect(box.mails().map(({ subject, to }) => [subject, to[0]])).toEqual([
      ['Outro', 'joao@casa.example'],
      ['Boleto', 'maria@casa.example'],
    ])
  })

  test('does not send what was due while the server was off for a day', async () => {
    const { box, w, ana, run } = await emailWorld()
    const { id } = await send(ana, { sendAt: iso(NOON + HOUR) }, 'agendar-envio-email')
    w.clock.forward(26 * HOUR)
    await run()
    expect(box.mails()).toEqual([])
    expect(await states(ana, id)).toEqual({ 'maria@casa.example': 'late' })
  })
})

describe('failures', () => {
  test('a refused recipient is reported with the server’s response, and retried separately', async () => {
    const { box, ana, run } = await emailWorld()
    const { id } = await send(ana, { email: 'maria@casa.example, naoexiste@casa.example' })
    await run()
    expect(await details(ana, id)).toMatchObject({
      state: 'done',
      sent: 1,
      failed: 1,
      failure: 'recipient',
      answer: '550 5.1.1 <naoexiste@casa.example>: Recipient address rejected: User unknown',
    })
    expect(await act(ana, id, 'retry')).toMatchObject({ state: 'sending' })
    await run()
    expect(box.mails()).toHaveLength(1)
    const [wrong] = (await details(ana, id)).to
    expect(wrong).toMatchObject({ email: 'naoexiste@casa.example', state: 'failed', tries: 2 })
    const corrected = await ana.json(`/api/emails/${id}/recipients/${wrong?.id}`, 'PUT', {
      email: 'existe@casa.example',
    })
    expect(corrected.status).toBe(200)
    await run()
    expect(box.mails().map(({ to }) => to[0])).toEqual(['existe@casa.example', 'maria@casa.example'])
    expect(await act(ana, id, 'retry')).toMatchObject({ error: 'ERR_EMAIL_NOTHING_TO_RETRY' })
  })

  test('a temporarily refused copy is retried for a day, then fails', async () => {
    const { w, ana, run } = await emailWorld()
    const { id } = await send(ana, { email: 'caixacheia@casa.example' })
    await run()
    expect(await details(ana, id)).toMatchObject({
      state: 'sending',
      nextAt: iso(NOON + MINUTE),
      to: [{ state: 'queued', failure: 'recipient', answer: '452 4.2.2 <caixacheia@casa.example>: Mailbox full' }],
    })
    let tries = 1
    for (let hours = 0; hours < 30 && (await details(ana, id)).state === 'sending'; tries++) {
      const { nextAt } = await details(ana, id)
      w.clock.forward(Date.parse(nextAt ?? '') - w.clock.now())
      await run()
    }
    expect(await details(ana, id)).toMatchObject({ state: 'done', failed: 1, to: [{ state: 'failed', tries }] })
    expect(tries).toBe(8)
    expect(w.clock.now() - NOON).toBeLessThan(24 * HOUR)
  })

  test('a user can cancel waiting copies', async () => {
    const { ana, run } = await emailWorld()
    const { id } = await send(ana, { email: 'caixacheia@casa.example' })
    await run()
    expect(await act(ana, id, 'stop')).toMatchObject({ state: 'done', to: [{ state: 'failed', failure: 'recipient' }] })
  })

  test('all copies are retried while the mail server is off', async () => {
    const { box, w, ana, run } = await emailWorld()
    await box.stop()
    const { id } = await send(ana, { email: 'maria@casa.example, joao@casa.example' })
    await run()
    expect(await details(ana, id)).toMatchObject({
      to: [
        { state: 'queued', failure: 'unreachable', tries: 1 },
        { state: 'queued', failure: 'unreachable', tries: 1 },
      ],
    })
    expect(w.clock.now()).toBe(NOON)
  })

  test('a company’s own server must be on the internet', async () => {
    const { w, ana, admin, run } = await emailWorld()
    for (const server of ['127.0.0.1:25', 'localhost:587', '10.0.0.1', '169.254.169.254:80']) {
      await setServer(admin, server)
      await admin.json('/api/settings/clientsecretsmtpauth', 'PUT', { value: 'segredo' })
      const { id } = await send(ana)
      await run()
      expect(await states(ana, id)).toEqual({ 'maria@casa.example': 'notPublic' })
    }
    expect(w.logged).toEqual([])
  })

  test('a lost response makes the outcome unknown, and only a user can resend it', async () => {
    const { box, w, ana, run } = await emailWorld()
    const { id } = await send(ana)
    // The state left by a process killed while sending.
    w.rows("UPDATE email_recipients SET state = 'sending' WHERE email_id = ? RETURNING id", id)
    await run()
    expect(box.mails()).toEqual([])
    expect(await details(ana, id)).toMatchObject({ state: 'done', unknown: 1, to: [{ failure: 'interrupted' }] })
    expect(await act(ana, id, 'retry')).toMatchObject({ error: 'ERR_EMAIL_NOTHING_TO_RETRY' })
    const [copy] = (await details(ana, id)).to
    expect(await act(ana, id, 'retry', { recipientIds: [copy?.id] })).toMatchObject({ state: 'sending' })
  })

  test('the same copy has the same Message-ID at every try', async () => {
    let isBusy = true
    const { box, w, ana, run } = await emailWorld({ taking: () => (isBusy ? '451 4.3.0 Busy' : undefined) })
    const { id } = await send(ana)
    await run()
    const [row] = w.rows('SELECT token FROM emails WHERE id = ?', id) as { token: string }[] // the column is listed
    isBusy = false
    w.clock.forward(MINUTE)
    await run()
    const headers = box.mails()[0]?.headers ?? []
    const [copy] = (await details(ana, id)).to
    expect(headers.find(({ name }) => name === 'message-id')?.value).toBe(`<${row?.token}.${copy?.id}@loja.example>`)
  })
})

describe('the company’s server', () => {
  test('is required to create an e-mail', async () => {
    const { w, ana, admin } = await emailWorld()
    await admin.json('/api/settings/smtpauth', 'PUT', { value: '' })
    expect(await send(ana)).toMatchObject({ error: 'ERR_EMAIL_NOT_CONFIGURED' })
    expect(w.rows('SELECT id FROM emails')).toEqual([])
  })

  test('needs a password with each e-mail if none is stored', async () => {
    const { w, ana, admin } = await emailWorld()
    await setServer(admin, 'smtp.outra.example')
    expect(await send(ana)).toMatchObject({ error: 'ERR_EMAIL_PASSWORD' })
    expect(
      await send(ana, { sendAt: iso(NOON + HOUR), tokenSenha: 's3nha-digitada' }, 'agendar-envio-email'),
    ).toMatchObject({
      error: 'ERR_EMAIL_PASSWORD_STORED',
    })
    expect((await send(ana, { tokenSenha: 's3nha-digitada' })).error).toBeUndefined()
    for (const table of ['emails', 'email_recipients', 'settings'])
      expect(JSON.stringify(w.rows(`SELECT * FROM ${table}`))).not.toContain('s3nha-digitada')
  })

  test('reports a typed password lost in a restart', async () => {
    const { w, ana, admin } = await emailWorld()
    await setServer(admin, 'smtp.outra.example')
    const { id } = await send(ana, { tokenSenha: 's3nha-digitada' })
    const again = await w.reopen()
    await runSender(again)
    expect(again.rows('SELECT state, failure FROM email_recipients WHERE email_id = ?', id)).toEqual([
      { state: 'failed', failure: 'noPassword' },
    ])
  })

  test('loses the stored password when it is changed', async () => {
    const { admin } = await emailWorld()
    await admin.json('/api/settings/clientsecretsmtpauth', 'PUT', { value: 'segredo' })
    await admin.json('/api/settings/smtpauth', 'PUT', { value: 'smtp.outra.example:465' })
    expect(await (await admin.request('/api/settings/clientsecretsmtpauth')).json()).toMatchObject({ value: '' })
  })

  test('is tested without sending anything', async () => {
    const { box, admin } = await emailWorld()
    const test = async () => (await admin.json('/api/emails/server/test', 'POST', {})).json()
    expect(await test()).toMatchObject({ ok: true, failure: null })
    await box.stop()
    expect(await test()).toMatchObject({ ok: false, failure: 'unreachable', answer: null })
    expect(box.mails()).toEqual([])
  })

  test('shows address and user only to admins', async () => {
    const { ana, admin } = await emailWorld()
    const shown = async (who: typeof ana) => (await who.request('/api/emails/server')).json()
    expect(await shown(ana)).toEqual({
      isConfigured: true,
      from: 'vendas@loja.example',
      needsPassword: false,
      isSignedOut: false,
      account: null,
      offered: [],
      host: null,
      user: null,
    })
    expect(await shown(admin)).toMatchObject({ host: 'smtp.loja.example:587', user: 'vendas@loja.example' })
  })

  test.each(['smtp loja', 'http://smtp.loja.example', 'smtp.loja.example:0', 'smtp.loja.example:99999', 'a:b:c'])(
    '%s is no address of one',
    async (value) => {
      const { admin } = await emailWorld()
      expect((await admin.json('/api/settings/smtpauth', 'PUT', { value })).status).toBe(400)
    },
  )

  test('ignores an invalid stored address', async () => {
    const { w, ana } = await emailWorld()
    writeSetting(w.db, 'smtpauth', 'nosso servidor')
    expect(await send(ana)).toMatchObject({ error: 'ERR_EMAIL_NOT_CONFIGURED' })
  })
})

describe('visibility', () => {
  test('users see their own e-mails, admins all', async () => {
    const { w, ana, admin } = await emailWorld()
    const bia = w.attendant([], { profile: 'supervisor' })
    const { id } = await send(ana)
    await send(bia)
    const counts = await Promise.all([ana, bia, admin].map(async (who) => (await listed(who, 'enviados')).count))
    expect(counts).toEqual([1, 1, 2])
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/retry'],
      ['POST', '/stop'],
    ] as const) {
      const init = { method, ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }) }
      expect((await bia.request(`/api/emails/${id}${path}`, init)).status).toBe(404)
    }
    expect(bia.frames.filter(({ event }) => event.endsWith('-email'))).toHaveLength(1)
  })

  test('an erased contact’s address is removed, and waiting copies are not sent', async () => {
    const { w, ana, admin, box, run } = await emailWorld()
    const contact = w.contact({ name: 'Maria' })
    w.rows('UPDATE contacts SET email = ? WHERE id = ? RETURNING id', 'maria@casa.example', contact.id)
    const { id } = await send(ana, { email: 'MARIA@casa.example, joao@casa.example' })
    expect((await admin.request(`/api/contacts/${contact.id}/personal-data`, { method: 'DELETE' })).status).toBe(200)
    await run()
    expect(box.mails().map(({ to }) => to)).toEqual([['joao@casa.example']])
    expect(await states(ana, id)).toEqual({ '': 'erased', 'joao@casa.example': 'sent' })
    expect((await listed(ana, 'enviados', '?searchParam=maria')).count).toBe(0)
  })
})

test('a closing server finishes the copy in transit and leaves the others to the next process', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { box, w, ana } = await emailWorld({
    async taking() {
      arrive()
      await gate
      return undefined
    },
  })
  const { id } = await send(ana, { email: 'maria@casa.example, joao@casa.example' })
  w.server.timetable.ask(w.tenant.uuid)
  const going = w.server.timetable.pass()
  await arrived
  const closing = w.close()
  open()
  await Promise.all([going, closing])
  expect(box.mails()).toHaveLength(1)
  const again = await w.reopen()
  expect(again.rows('SELECT state FROM email_recipients WHERE email_id = ? ORDER BY id', id)).toEqual([
    { state: 'sent' },
    { state: 'queued' },
  ])
  await runSender(again)
  expect(box.mails()).toHaveLength(2)
})

describe('files', () => {
  const upload = async (who: Attendant, name: string, content: string | Uint8Array) => {
    const form = new FormData()
    form.append('file', new File([content as BlobPart], name, { type: 'text/plain' }))
    const answer = await who.request('/api/emails/files', { method: 'POST', body: form })
    return { status: answer.status, ...((await answer.json()) as EmailFile & { error?: string }) } // the answer of its route
  }

  test('go with each copy, are shown in sent and can be downloaded by those who see the e-mail', async () => {
    const { box, w, admin, ana, run } = await emailWorld()
    const file = await upload(ana, 'boleto março.txt', 'Vence dia 10')
    expect(file).toMatchObject({ name: 'boleto março.txt', size: 12 })
    const { id } = await send(ana, { email: 'a@casa.example, b@casa.example', fileIds: [file.id] })
    await run()
    for (const { attachments, text } of box.mails())
      expect([text, attachments]).toMatchObject(['Bom dia!', [{ name: 'boleto março.txt', size: 12 }]])
    expect((await listed(ana, 'enviados')).emails).toMatchObject([{ id, files: 1 }])
    expect((await details(ana, id)).attachments).toMatchObject([{ id: file.id, name: 'boleto março.txt', size: 12 }])
    const read = (who: Attendant) => who.request(`/api/emails/${id}/files/${file.id}`)
    expect(await (await read(admin)).text()).toBe('Vence dia 10')
    expect((await read(w.attendant([]))).status).toBe(404)
    expect((await read(w.company().admin())).status).toBe(404)
  })

  test('are bounded in number and size, and only one’s own can be sent', async () => {
    const { w, ana } = await emailWorld()
    const small = []
    for (let n = 0; n < 11; n++) small.push((await upload(ana, `${n}.txt`, `${n}`)).id)
    expect(await send(ana, { fileIds: small })).toMatchObject({ error: 'ERR_INVALID_INPUT' })
    expect(await upload(ana, 'filme.bin', new Uint8Array(MOST_EMAIL_BYTES + 1))).toMatchObject({ status: 413 })
    const half = new Uint8Array(MOST_EMAIL_BYTES / 2 + 1)
    const halves = [(await upload(ana, 'a.bin', half)).id, (await upload(ana, 'b.bin', half)).id]
    expect(await send(ana, { fileIds: halves })).toMatchObject({ error: 'ERR_EMAIL_FILES' })
    const foreign = await upload(w.attendant([]), 'carta.txt', 'x')
    for (const fileIds of [[foreign.id], [9999]])
      expect(await send(ana, { fileIds })).toMatchObject({ error: 'ERR_EMAIL_FILE_GONE' })
    expect(w.rows('SELECT id FROM emails')).toEqual([])
  })

  test('of a scheduled e-mail can be changed; what is taken out or never sent is removed', async () => {
    const { w, ana } = await emailWorld()
    await ana.json('/api/settings/clientsecretsmtpauth', 'PUT', { value: 'x' })
    const [a, b] = [await upload(ana, 'a.txt', 'a'), await upload(ana, 'b.txt', 'b')]
    const sendAt = new Date(NOON + HOUR).toISOString()
    const { id } = await send(ana, { sendAt, fileIds: [a.id] }, 'agendar-envio-email')
    await ana.json(`/api/emails/${id}`, 'PUT', { fileIds: [b.id] })
    expect((await details(ana, id)).attachments.map(({ name }) => name)).toEqual(['b.txt'])
    await ana.json(`/api/emails/${id}`, 'PUT', { assunto: 'Outro' })
    expect((await details(ana, id)).attachments.map(({ name }) => name)).toEqual(['b.txt'])
    const loose = await upload(ana, 'c.txt', 'c')
    const names = () => w.rows<{ name: string }>('SELECT media_name AS name FROM email_files').map(({ name }) => name)
    expect(names()).toEqual(['b.txt', 'c.txt'])
    expect((await ana.request(`/api/emails/files/${b.id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await w.admin().request(`/api/emails/files/${loose.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(names()).toEqual(['b.txt', 'c.txt'])
    w.clock.forward(25 * HOUR)
    await upload(ana, 'd.txt', 'd')
    expect(names()).toEqual(['b.txt', 'd.txt'])
    await ana.request(`/api/emails/${id}`, { method: 'DELETE' })
    expect(names()).toEqual(['d.txt'])
  })

  test('without one on the disk nothing is sent, and the reason is told', async () => {
    const { box, w, ana, run } = await emailWorld()
    const file = await upload(ana, 'a.txt', 'a')
    const { id } = await send(ana, { fileIds: [file.id] })
    rmSync(join(w.dataDir, 'tenants', w.tenant.uuid, 'media'), { recursive: true })
    await run()
    expect(box.mails()).toEqual([])
    expect(await states(ana, id)).toEqual({ 'maria@casa.example': 'fileMissing' })
  })
})
