/** Mailboxes over IMAP, against a server on this machine that behaves as real ones do. */

import { describe, expect, test } from 'bun:test'
import { noWait } from '../../src/platform/gate'
import { ImapFailure, readHeaders, withMailbox } from '../../src/platform/imap'
import { type ImapSettings, isAnswersAddress, readImapUrl } from '../../src/platform/imap-settings'
import { allowNothing } from '../../src/platform/outside'
import { type ImapServer, imapServer, type Manners } from '../support/imap-server'
import { localhostTls } from '../support/localhost-tls'

const at = ({ port }: Pick<ImapServer, 'port'>, change: Partial<ImapSettings> = {}): ImapSettings =>
  ({
    host: 'localhost',
    port,
    security: 'none',
    login: { user: 'vendas@loja.example', pass: 'segredo' },
    folder: 'INBOX',
    wait: noWait,
    reach: 'any',
    ...change,
  }) as ImapSettings

const patience = () => AbortSignal.timeout(20_000)
const mail = (id: string, more = '') => `Message-ID: <${id}>\nSubject: oi\n${more}\n\nBom dia\n`

const failureOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => (error instanceof ImapFailure ? { code: error.code, answer: error.answer } : { thrown: error }),
  )

describe('a mailbox', () => {
  const chatter = ['* OK Still here', '* 9 EXISTS', '* 1 RECENT', '* FLAGS (\\Seen)', '* 1 FETCH (FLAGS (\\Seen))']
  test.each<[string, Manners]>([
    ['plain', {}],
    ['with talk in between', { chatter }],
    ['without literals, ids and first answers', { capabilities: 'IMAP4rev1 AUTH=PLAIN' }],
    ['with LOGIN alone', { capabilities: 'IMAP4rev1' }],
    [
      'with every extension',
      { capabilities: 'IMAP4rev1 LITERAL+ SASL-IR ID NAMESPACE ENABLE CONDSTORE ESEARCH UTF8=ACCEPT AUTH=PLAIN' },
    ],
  ])('is read %s, and nothing in it changes', async (_, manners) => {
    const server = await imapServer(manners)
    server.put(mail('a@x.example'))
    server.skip(40)
    server.put(mail('b@x.example', 'In-Reply-To: <z@loja.example>\nReferences: <y@loja.example>\n <z@loja.example>'))
    const found = await withMailbox(
      at(server),
      async (box) => {
        expect([box.uidValidity, box.uidNext]).toEqual([1, 43])
        expect(await box.find({ uid: 43 }, 100)).toEqual([])
        expect(await box.find({ since: Date.parse('2026-11-20T20:00:00Z') }, 100)).toEqual([1, 42])
        const heads = await box.heads(await box.find({ uid: 1 }, 100))
        const content = await box.content(42, 1000)
        const pieces: Uint8Array[] = []
        for await (const piece of content ?? []) pieces.push(piece)
        return { heads, text: Buffer.concat(pieces).toString() }
      },
      patience(),
    )
    expect(found.heads.map(({ uid }) => uid)).toEqual([1, 42])
    expect(found.heads[1]?.headers.get('references')).toEqual(['<y@loja.example> <z@loja.example>'])
    expect(found.heads[1]?.arrivedAt).toBe(Date.parse('2026-11-20T12:00:00Z'))
    expect(found.text).toContain('Bom dia')
    expect(server.flags()).toEqual([[], []])
    expect(server.log.filter((one) => /^(SELECT|STORE|EXPUNGE|MOVE|COPY|APPEND|DELETE)/.test(one))).toEqual([])
  })

  test('a long mail is cut, and a mail that is gone is no error', async () => {
    const server = await imapServer()
    server.put(`${mail('a@x.example')}${'x'.repeat(900_000)}`)
    await withMailbox(
      at(server),
      async (box) => {
        let size = 0
        for await (const piece of (await box.content(1, 300_000)) ?? []) size += piece.length
        expect(size).toBe(300_000)
        server.expunge(1)
        expect(await box.content(1, 300_000)).toBeUndefined()
        expect(await box.heads([1])).toEqual([])
      },
      patience(),
    )
  })

  test('is a folder with accents too', async () => {
    const server = await imapServer({ folders: ['Sa&AO0-da'] })
    server.put(mail('a@x.example'), { folder: 'Sa&AO0-da' })
    expect(await withMailbox(at(server, { folder: 'Saída' }), (box) => box.find({ uid: 1 }, 10), patience())).toEqual([
      1,
    ])
  })

  test.each(['implicit', 'starttls'] as const)('is read over TLS, %s', async (tls) => {
    const server = await imapServer({ tls })
    server.put(mail('a@x.example'))
    const security = tls === 'implicit' ? 'implicit' : 'required'
    const settings = at(server, { security, ca: localhostTls.cert })
    expect(await withMailbox(settings, (box) => box.find({ uid: 1 }, 10), patience())).toEqual([1])
    expect(await failureOf(withMailbox(at(server, { security }), async () => 1, patience()))).toMatchObject({
      code: 'noTls',
    })
  })

  test('is opened with a token, as Google and Microsoft want it', async () => {
    const server = await imapServer({ accessToken: 'ya29.right', capabilities: 'IMAP4rev1 SASL-IR AUTH=XOAUTH2' })
    const asked: boolean[] = []
    const login = (tokens: readonly string[]) => ({
      user: 'vendas@loja.example',
      async accessToken(isRefused: boolean) {
        asked.push(isRefused)
        return tokens[Number(isRefused)] ?? ''
      },
    })
    const open = (tokens: readonly string[]) =>
      withMailbox(at(server, { login: login(tokens) }), async ({ uidNext }) => uidNext, patience())
    expect(await open(['ya29.right'])).toBe(1)
    expect(await open(['withdrawn', 'ya29.right'])).toBe(1)
    expect(asked).toEqual([false, false, true])
    const wrong = open(['old', 'older'])
    expect(await failureOf(wrong)).toMatchObject({ code: 'login' })
  })
})

describe('failures', () => {
  test.each<[string, Manners, Partial<ImapSettings>, object]>([
    [
      'a wrong password',
      { password: 'outra' },
      {},
      { code: 'login', answer: expect.stringContaining('Authentication failed') },
    ],
    [
      'the words of Gmail',
      {
        password: 'outra',
        refusal:
          'NO [ALERT] Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure)',
      },
      {},
      { code: 'login', answer: expect.stringContaining('Application-specific') },
    ],
    ['the words of Exchange', { password: 'outra', refusal: 'NO AUTHENTICATE failed.' }, {}, { code: 'login' }],
    [
      'too many connections',
      { password: 'outra', refusal: 'NO [ALERT] Too many simultaneous connections. (Failure)' },
      {},
      { code: 'busy' },
    ],
    [
      'throttling',
      {
        answer: (command) =>
          command === 'EXAMINE' ? 'TAG NO [THROTTLED] Account exceeded command or bandwidth limits.' : undefined,
      },
      {},
      { code: 'busy' },
    ],
    [
      'a folder that is not there',
      { folders: ['Enviados'] },
      { folder: 'Respostas' },
      { code: 'folder', answer: 'INBOX, Enviados' },
    ],
    ['a goodbye at once', { greeting: '* BYE Server shutting down' }, {}, { code: 'unreachable' }],
    [
      'a web server',
      { greeting: 'HTTP/1.1 400 Bad Request' },
      {},
      { code: expect.stringMatching(/notImap|unreachable/) },
    ],
    ['no STARTTLS', {}, { security: 'required' }, { code: 'noTls' }],
    [
      'a line without an end',
      { answer: (command) => (command === 'EXAMINE' ? `* ${'x'.repeat(3_000_000)}` : undefined) },
      {},
      { code: 'tooMuch' },
    ],
    [
      'a huge literal',
      { answer: (command) => (command === 'EXAMINE' ? '* LIST () "/" {2000000000}' : undefined) },
      {},
      { code: 'tooMuch' },
    ],
    [
      'a lost connection',
      { answer: (command) => (command === 'EXAMINE' ? null : undefined) },
      {},
      { code: 'unreachable' },
    ],
    [
      'a goodbye in the middle',
      { answer: (command) => (command === 'EXAMINE' ? '* BYE Session expired, please login again.' : undefined) },
      {},
      { code: 'unreachable' },
    ],
  ])('%s', async (_, manners, change, expected) => {
    const server = await imapServer(manners)
    if (manners.answer?.('EXAMINE', '')?.startsWith('* BYE')) setTimeout(() => server.stop(), 300)
    expect(await failureOf(withMailbox(at(server, change), async () => 1, patience()))).toMatchObject(expected)
  })

  test('a company reaches only the internet', async () => {
    const server = await imapServer()
    const settings = at(server, { host: '127.0.0.1', reach: 'public', allowed: allowNothing } as Partial<ImapSettings>)
    expect(await failureOf(withMailbox(settings, async () => 1, patience()))).toMatchObject({ code: 'notPublic' })
  })

  test('reading ends with its signal', async () => {
    const server = await imapServer({ answer: (command) => (command === 'EXAMINE' ? '' : undefined) })
    const left = new AbortController()
    const reading = failureOf(withMailbox(at(server), async () => 1, left.signal))
    setTimeout(() => left.abort(), 200)
    expect(await reading).toMatchObject({ code: 'cancelled' })
  })
})

test('header lines are unfolded and may repeat', () => {
  const headers = readHeaders('To: a@x.example,\r\n\tb@x.example\r\nTO: c@x.example\r\n: none\r\nX\r\n\r\n')
  expect([...headers]).toEqual([['to', ['a@x.example, b@x.example', 'c@x.example']]])
})

describe('the address of a mailbox', () => {
  test.each([
    [
      'imaps://respostas%40x.example:p%3A@imap.example',
      {
        host: 'imap.example',
        port: 993,
        security: 'implicit',
        folder: 'INBOX',
        login: { user: 'respostas@x.example', pass: 'p:' },
      },
    ],
    ['imap://u:p@imap.example/Respostas/Novas', { port: 143, security: 'required', folder: 'Respostas/Novas' }],
    ['imap://u:p@127.0.0.1:1143', { port: 1143, security: 'none' }],
  ])('%s', (url, expected) => expect(readImapUrl(url)).toMatchObject(expected))
  test.each([
    '',
    'imap.example',
    'imaps://imap.example',
    'imaps://u@imap.example',
    'smtp://u:p@imap.example',
    'imaps://u:%zz@imap.example',
  ])('refuses %j', (url) => expect(readImapUrl(url)).toBeUndefined())
  test.each([
    ['respostas@x.example', true],
    ['*@respostas.x.example', true],
    ['respostas', false],
    ['a@b@x.example', false],
    [`${'a'.repeat(25)}@x.example`, false],
  ])('%s for answers: %p', (address, is) => expect(isAnswersAddress(address)).toBe(is))
})
