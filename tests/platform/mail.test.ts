/** Mail over SMTP, against a real server on this machine. */

import { describe, expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import tls from 'node:tls'
import { noWait } from '../../src/platform/gate'
import { type Mail, MailFailure, mailerFor, trySmtp, withSmtp } from '../../src/platform/mail'
import { isMailAddress, parseAddress } from '../../src/platform/mail-address'
import { allowNothing, type OutsideAllow } from '../../src/platform/outside'
import { readSmtpUrl, type SmtpSettings } from '../../src/platform/smtp-settings'
import { localhostTls } from '../support/localhost-tls'
import { mailbox, mailThrough } from '../support/mailbox'

const hello: Mail = { to: 'ana@loja.example', subject: 'Olá', text: 'Bom dia' }

const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => null,
    (error: unknown) => (error instanceof MailFailure ? { code: error.code, answer: error.answer } : error),
  )
const codeOf = async (sending: Promise<unknown>) => (await failureOf(sending)) as { code: string } | null

describe('addresses', () => {
  test.each([
    ['ana@loja.example', '', 'ana@loja.example'],
    [' ana@loja.example ', '', 'ana@loja.example'],
    ['Ana Souza <ana@loja.example>', 'Ana Souza', 'ana@loja.example'],
    ['"Souza, Ana" <ana@loja.example>', 'Souza, Ana', 'ana@loja.example'],
    ["o'brien+loja@mail.loja.example", '', "o'brien+loja@mail.loja.example"],
  ])('reads %s', (text, name, address) => expect(parseAddress(text)).toEqual({ name, address }))

  test.each([
    ...['', 'ana', '@loja.example', 'ana@', 'ana@loja..example', 'ana souza@loja.example', 'ana@loja.example,'],
    ...[
      'ana@loja.example, bia@loja.example',
      'ana@loja.example\r\nBcc: x@y.example',
      '<ana@loja.example> <x@y.example>',
    ],
    ...['ana@loja.example\n', 'Ana\r\nX: <ana@loja.example>', 'joão@loja.example', `${'a'.repeat(65)}@loja.example`],
    ...['a..b@loja.example', '.a@loja.example', 'a.@loja.example', '"a b"@loja.example', 'ana@loja.example>'],
  ])('refuses %j', (text) => expect(parseAddress(text)).toBeUndefined())

  test('a long text is refused without reading it backwards and forwards', () => {
    for (let n = 0; n < 100; n++) expect(parseAddress(`a${' '.repeat(40_000)}<`)).toBeUndefined()
  })

  test('a name is not part of a plain address', () => {
    expect(isMailAddress('ana@loja.example')).toBe(true)
    expect(isMailAddress('Ana <ana@loja.example>')).toBe(false)
  })
})

describe('the address of a mail server', () => {
  test.each([
    ['smtp://mail.example', { host: 'mail.example', port: 25, security: 'offered', login: null }],
    ['smtp://u:p@mail.example', { port: 587, security: 'required', login: { user: 'u', password: 'p' } }],
    [
      'smtps://u%40x:p%3A%2F@mail.example',
      { port: 465, security: 'implicit', login: { user: 'u@x', password: 'p:/' } },
    ],
    ['smtp://u:p@mail.example:465', { port: 465, security: 'implicit' }],
    ['smtp://u:p@mail.example:2525?tls=off', { port: 2525, security: 'none' }],
    ['smtp://u:p@127.0.0.1:2525', { host: '127.0.0.1', security: 'none' }],
    ['smtp://[::1]:2525', { host: '::1', security: 'none' }],
    ['smtp://10.0.0.5', { security: 'offered' }],
  ])('%s', (url, expected) => expect(readSmtpUrl(url)).toMatchObject(expected))

  test.each([
    ...['', 'mail.example:587', 'http://mail.example', 'smtp://', 'smtp://:p@mail.example', 'smtp://mail.example/path'],
    ...['smtp://u:%zz@mail.example', 'smtp://mail example', 'smtp://mail.example:99999'],
  ])('refuses %j', (url) => expect(readSmtpUrl(url)).toBeUndefined())
})

describe('a mail', () => {
  test('arrives with its texts, headers and files', async () => {
    const box = await mailbox()
    const mailer = mailerFor(() => mailThrough(box))
    expect(mailer.configured).toBe(true)
    await mailer.send({
      to: ['Ana Souza <ana@loja.example>', 'bia@loja.example'],
      subject: 'Promoção ✓',
      text: 'Olá, José!\n.\nAté logo',
      html: '<p>Olá</p>',
      headers: { 'Message-ID': '<1@loja.example>', 'Reply-To': 'Caio <caio@loja.example>', 'X-Loja': 'centro' },
      attachments: [
        { filename: 'preço.pdf', content: new Uint8Array([0, 255, 13, 10]), contentType: 'application/pdf' },
      ],
    })
    const [arrived] = box.mails()
    expect(arrived).toMatchObject({
      from: 'atende@balcao.example',
      sender: 'Balcão <atende@balcao.example>',
      to: ['ana@loja.example', 'bia@loja.example'],
      subject: 'Promoção ✓',
      text: 'Olá, José!\n.\nAté logo',
      attachments: [{ name: 'preço.pdf', type: 'application/pdf', size: 4 }],
    })
    const written = (header: string) => arrived?.headers.filter(({ name }) => name === header).map(({ value }) => value)
    expect(written('message-id')).toEqual(['<1@loja.example>'])
    expect(written('reply-to')).toEqual(['Caio <caio@loja.example>'])
    expect(written('x-loja')).toEqual(['centro'])
  })

  test.each<[string, Partial<Mail>, string]>([
    ['a line break in the subject', { subject: 'Olá\r\nBcc: x@y.example' }, 'badHeader'],
    ['a line feed in the subject', { subject: 'Olá\nBcc: x@y.example' }, 'badHeader'],
    ['a line break in a header', { headers: { 'X-Loja': 'a\r\nBcc: x@y.example' } }, 'badHeader'],
    ['a line break in the name of a header', { headers: { 'X\r\nBcc': 'x@y.example' } }, 'badHeader'],
    [
      'a line break in the name of a file',
      { attachments: [{ filename: 'a\r\nb', content: new Uint8Array() }] },
      'badHeader',
    ],
    ['two recipients in one text', { to: 'a@loja.example, b@loja.example' }, 'badAddress'],
    ['a line break in a recipient', { to: 'a@loja.example\r\nRCPT TO:<x@y.example>' }, 'badAddress'],
    ['an address to reply to that is none', { headers: { 'Reply-To': 'caio' } }, 'badAddress'],
    ['no recipient', { to: [] }, 'badAddress'],
  ])('with %s is not sent', async (_, part, code) => {
    const box = await mailbox()
    expect(await codeOf(mailerFor(() => mailThrough(box)).send({ ...hello, ...part }))).toMatchObject({ code })
    expect(box.mails()).toEqual([])
  })

  test('reads the settings each time', async () => {
    const box = await mailbox()
    let settings: SmtpSettings | undefined
    const mailer = mailerFor(() => settings)
    expect(mailer.configured).toBe(false)
    expect(await codeOf(mailer.send(hello))).toMatchObject({ code: 'notConfigured' })
    settings = mailThrough(box)
    await mailer.send(hello)
    expect(box.mails()).toHaveLength(1)
  })
})

describe('a failure tells what is wrong, in the server’s own words', () => {
  const through = async (mail: Partial<Mail>, options: Parameters<typeof mailbox>[0] = {}) => {
    const box = await mailbox(options)
    return failureOf(mailerFor(() => mailThrough(box)).send({ ...hello, ...mail }))
  }

  test('refused recipient', async () => {
    expect(await through({ to: 'naoexiste@loja.example' })).toEqual({
      code: 'recipient',
      answer: '550 5.1.1 <naoexiste@loja.example>: Recipient address rejected: User unknown',
    })
  })

  test('refused message', async () => {
    expect(await through({}, { taking: () => '554 5.7.1 Looks like spam' })).toEqual({
      code: 'message',
      answer: '554 5.7.1 Looks like spam',
    })
  })

  test('refused login', async () => {
    const box = await mailbox({ login: { user: 'loja', password: 'certa' } })
    const settings = (password: string) => ({ ...mailThrough(box), login: { user: 'loja', password } })
    expect(await failureOf(trySmtp(settings('errada')))).toEqual({
      code: 'login',
      answer: '535 5.7.8 Authentication credentials invalid',
    })
    expect(await failureOf(trySmtp(settings('certa')))).toBeNull()
  })

  test('a refused login keeps what the server says about it', async () => {
    const said = '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.'
    const box = await mailbox({ login: { user: 'loja', password: 'certa' }, loginRefusal: said })
    const settings = { ...mailThrough(box), login: { user: 'loja', password: 'errada' } }
    expect(await failureOf(trySmtp(settings))).toEqual({ code: 'login', answer: said })
  })

  test('one refused mail leaves the connection usable', async () => {
    const box = await mailbox()
    await withSmtp(mailThrough(box), async (send) => {
      await send(hello)
      expect(await codeOf(send({ ...hello, to: 'naoexiste@loja.example' }))).toMatchObject({ code: 'recipient' })
      await send({ ...hello, to: 'bia@loja.example' })
    })
    expect(box.mails().map(({ to }) => to)).toEqual([['bia@loja.example'], ['ana@loja.example']])
  })

  test.each([
    ['450 4.2.1 Busy', true],
    ['550 5.1.1 Unknown', false],
    [null, false],
  ])('answer %p: passes later? %p', (answer, expected) =>
    expect(new MailFailure('recipient', answer).isTemporary).toBe(expected),
  )

  test('lost connections are temporary, unconfirmed mails are not', () => {
    expect(new MailFailure('unreachable').isTemporary).toBe(true)
    expect(new MailFailure('unconfirmed').isTemporary).toBe(false)
  })
})

/** A server that says what `answers` says, whatever it is asked. */
async function oddServer(answer: (line: string, socket: Socket) => string | null, greeting = '220 odd\r\n') {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(greeting)
    socket.on('data', (data) => {
      const said = answer(data.toString(), socket)
      if (said !== null) socket.write(said)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const settings: SmtpSettings = {
    host: '127.0.0.1',
    port,
    security: 'none',
    login: null,
    from: 'atende@balcao.example',
    wait: noWait,
    reach: 'any',
  }
  return { settings, stop: () => server.close() }
}

const polite = (line: string) => (line.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n')

describe('a bad server', () => {
  test('that is none', async () => {
    const { settings, stop } = await oddServer(() => null, 'HTTP/1.1 400 Bad Request\r\n\r\n')
    expect(await codeOf(trySmtp(settings))).toMatchObject({ code: 'notSmtp' })
    stop()
  })

  test('that nobody runs', async () => {
    const { settings, stop } = await oddServer(polite)
    stop()
    expect(await codeOf(trySmtp(settings))).toMatchObject({ code: 'unreachable' })
  })

  test('whose name does not exist', async () => {
    const { settings, stop } = await oddServer(polite)
    expect(await codeOf(trySmtp({ ...settings, host: 'mail.invalid' }))).toMatchObject({ code: 'unknownHost' })
    stop()
  })

  test('that falls silent ends when the user leaves', async () => {
    const leave = new AbortController()
    const { settings, stop } = await oddServer(() => {
      leave.abort()
      return null
    })
    expect(await codeOf(trySmtp(settings, leave.signal))).toMatchObject({ code: 'cancelled' })
    stop()
  })

  test('that ends the connection before the mail is handed over got nothing', async () => {
    const { settings, stop } = await oddServer((line, socket) => {
      if (line.startsWith('DATA')) socket.destroy()
      return polite(line)
    })
    expect(await codeOf(mailerFor(() => settings).send(hello))).toMatchObject({ code: 'unreachable' })
    stop()
  })

  test('that ends the connection after it leaves the outcome unknown', async () => {
    const { settings, stop } = await oddServer((line, socket) => {
      if (!line.endsWith('\r\n.\r\n')) return polite(line)
      socket.destroy()
      return null
    })
    expect(await failureOf(mailerFor(() => settings).send(hello))).toEqual({ code: 'unconfirmed', answer: null })
    stop()
  })

  test('whose answer has several lines is told in one', async () => {
    const { settings, stop } = await oddServer((line) =>
      line.startsWith('RCPT') ? '550-5.7.1 Not here.\r\n550 5.7.1 See https://mail.example\r\n' : polite(line),
    )
    const failure = await failureOf(mailerFor(() => settings).send(hello))
    expect(failure).toEqual({ code: 'recipient', answer: '550-5.7.1 Not here. 5.7.1 See https://mail.example' })
    stop()
  })
})

describe('an address typed by a company', () => {
  test.each(['127.0.0.1', 'localhost', '10.0.0.1', '169.254.169.254', '::1'])('does not reach %s', async (host) => {
    const box = await mailbox()
    const settings: SmtpSettings = { ...mailThrough(box), host, wait: noWait, reach: 'public', allowed: allowNothing }
    expect(await codeOf(trySmtp(settings))).toMatchObject({ code: 'notPublic' })
  })

  test.each(['127.0.0.1', 'localhost'])('reaches %s where the operator allows it', async (host) => {
    const box = await mailbox()
    const { port } = mailThrough(box)
    const allowed: OutsideAllow = (address, to) => ['127.0.0.1', '::1'].includes(address) && to === port
    const settings: SmtpSettings = { ...mailThrough(box), host, wait: noWait, reach: 'public', allowed }
    expect(await codeOf(trySmtp(settings))).toBeNull()
    const elsewhere: SmtpSettings = { ...settings, wait: noWait, reach: 'public', allowed: (_, to) => to !== port }
    expect(await codeOf(trySmtp(elsewhere))).toMatchObject({ code: 'notPublic' })
  })
})

describe('encryption', () => {
  const settingsOf = ({ port }: { port: number }): SmtpSettings => ({
    host: 'localhost',
    port,
    security: 'required',
    from: 'atende@balcao.example',
    wait: noWait,
    reach: 'any',
    login: { user: 'loja', password: 'certa' },
  })
  const login = { user: 'loja', password: 'certa' }

  test('a required one that is not offered ends the conversation before the password', async () => {
    const box = await mailbox({ login })
    expect(await codeOf(trySmtp(settingsOf(box)))).toMatchObject({ code: 'noTls' })
  })

  test('a certificate that nobody vouches for is refused', async () => {
    const box = await mailbox({ login, tls: localhostTls })
    expect(await codeOf(trySmtp(settingsOf(box)))).toMatchObject({ code: 'noTls' })
  })

  test('a mail passes over STARTTLS', async () => {
    const box = await mailbox({ login, tls: localhostTls })
    const usual = tls.getCACertificates('default')
    tls.setDefaultCACertificates([localhostTls.cert])
    try {
      await mailerFor(() => settingsOf(box)).send(hello)
    } finally {
      tls.setDefaultCACertificates(usual)
    }
    expect(box.mails()).toHaveLength(1)
  })
})
