/**
 * The walk over the exits of the program. Everything that can leave a process waits for the gate, or stands here with the
 * reason why it need not: `src/decisions/fleet.md` is the table for people.
 */
import { describe, expect, test } from 'bun:test'
import { countUses, listExits, listGenerators, listPackages, readSources } from './exits'

const sources = readSources()

/** Why an exit need not wait by itself. */
const passesOn = 'passes on to what waits'
const child = 'a child process on this machine, which answers to this one'
const told = 'a failure, a question or progress, on stderr: no commit is reported'
const name = 'looks up a name: it shows no row'
/** What the fleet itself is made of. */
const ofFleet: readonly (readonly [folder: string, exits: RegExp, reason: string])[] = [
  ['src/fleet/forwarding/', /./, 'between nodes: the owner of the company has waited'],
  ['src/fleet/jetstream/', /./, 'to the servers of the log, which acknowledge'],
  ['src/fleet/placement/', /^\.send of /, 'an event within the process'],
]
const isOfFleet = (path: string, what: string) =>
  ofFleet.some(([folder, exits]) => path.startsWith(folder) && exits.test(what))

/** Exits that do not wait, by file. */
const free: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'cli/commands/demo-meta.ts': { 'console.error': told },
  'cli/commands/fleet/init.ts': { 'process.stderr.write': told },
  'cli/commands/fleet/local.ts': { fetch: 'asks the node on this machine, which decides' },
  'cli/commands/fleet/orders.ts': { 'process.stderr.write': told },
  'cli/commands/import.ts': { 'process.stderr.write': told },
  'cli/commands/migrate.ts': { 'process.stdout.write': 'the child of migrations: the server reads it' },
  'cli/commands/serve.ts': { 'console.error': told },
  'cli/commands/update.ts': {
    'console.error': told,
    'process.stderr.write': told,
    'console.log': 'the child that tries an update: the new program reads it',
  },
  'cli/dev.ts': { 'Bun.spawn': child },
  'cli/index.ts': { 'console.error': told },
  'cli/serving.ts': { 'console.error': told },
  'cli/terminal.ts': { 'console.error': told },
  'src/channels/channels.ts': { '.send of of()': passesOn },
  'src/channels/meta/engine.ts': { '.send of sending': passesOn },
  'src/channels/outbox/delivery.ts': { '.send of channel': passesOn },
  'src/channels/whatsapp/media/private-server.ts': { fetch: 'wraps it, for a private WhatsApp' },
  'src/channels/whatsapp/media/renew-media.ts': { '.sendNode of sock': passesOn },
  'src/channels/whatsapp/passkey/on-baileys.ts': { '.sendNode of sock': passesOn },
  'src/channels/whatsapp/session/version.ts': {
    '.fetchLatestWaWebVersion of baileys': 'asks for a public file, for all companies together',
  },
  'src/features/billing/mails.ts': { '.send of mailer': passesOn },
  'src/features/campaigns/sending.ts': { '.send of this': passesOn },
  'src/features/operator-settings/mail-test.ts': { '.send of mailer': passesOn },
  'src/features/password-reset/reset.ts': { '.send of mailer': passesOn },
  'src/features/push/sender.ts': { '.send of this': passesOn },
  'src/features/reports/views/mail.ts': { '.send of mailer': passesOn },
  'src/features/sign-up/sign-up.ts': { '.send of mailer': passesOn },
  'src/features/webhooks/sender.ts': { '.send of this': passesOn },
  'src/fleet/setup/join.ts': { 'node:net createServer': 'tries whether an address is free, and answers nobody' },
  'src/fleet/setup/reach.ts': { 'node:tls connect': 'opens a connection to a node, and sends nothing' },
  'src/fleet/snapshot.ts': { 'Bun.spawn': 'copies a file' },
  'src/main.ts': { '.publish of listeners': passesOn },
  'src/moving-in/dump/open.ts': { 'Bun.spawn': child },
  'src/operator/backup/runner.ts': { 'Bun.spawn': child },
  'src/operator/certificates/checks.ts': { 'node:dns/promises lookup': name },
  'src/operator/moving-in/process.ts': { 'Bun.spawn': child },
  'src/operator/update/answers.ts': {
    'Bun.listen': 'one word for the watcher of an update, on this machine',
    'Bun.connect': 'the watcher, which sends nothing',
  },
  'src/operator/update/hand-over.ts': { 'console.error': told },
  'src/operator/update/runnable.ts': { 'Bun.spawn': child },
  'src/operator/update/start.ts': { 'console.error': told },
  'src/operator/update/swap.ts': { 'Bun.spawn': child, 'console.error': told },
  'src/operator/update/trial.ts': { 'Bun.spawn': child },
  'src/operator/update/watch.ts': {
    'console.error': told,
    'Bun.spawn': child,
    'process.stdout': told,
    'process.stderr': told,
  },
  'src/platform/address.ts': { 'node:dns/promises lookup': name },
  'src/platform/hub.ts': { '.send of listener': 'repeats frames that have left, and their numbers' },
  'src/platform/imap.ts': {
    'node:tls connect': 'TLS over a connection that has waited',
    '.fetch of client': 'reads mail over it',
  },
  'src/platform/listeners.ts': { '.send of listener': 'the hub calls it in a step of its outlet' },
  'src/platform/mail.ts': { '.send of link': passesOn },
  'src/platform/migrators.ts': { 'Bun.spawn': child },
  'src/platform/outside.ts': { 'node:dns/promises lookup': name },
  'src/platform/parsing/process.ts': { 'Bun.spawn': child },
  'src/platform/parsing/worker/serve.ts': {
    'console.log': child,
    'console.info': child,
    'console.debug': child,
    'console.error': child,
    'process.stdout.write': child,
  },
  'src/platform/sockets.ts': {
    '.send of raw': 'the hub calls it',
    '.send of page': 'the answer to a ping',
  },
  'src/platform/streams.ts': { ReadableStream: 'each part waits before it is passed on' },
  'src/server/alpn-front.ts': {
    'node:tls createServer': 'shows a certificate for a challenge',
    'node:net createServer': 'passes connections on to a listener of ours',
    'node:net connect': 'passes connections on to a listener of ours',
  },
  'src/server/fleet/door.ts': {
    '.publish of inner': 'the hub calls it',
    fetch: 'takes the framework’s handler, which holds its responses',
  },
  'src/server/fleet/internal.ts': {
    '.send of peers': 'the question has waited',
    ReadableStream: 'breaks an answer off whose commits are lost',
  },
  'src/server/fleet/local-socket.ts': {
    'Bun.serve': 'to commands on this machine, which wait at the gate before they say that something is done',
  },
  'src/server/fleet/node-door.ts': { 'Bun.listen': 'sees whether a port is free' },
  'src/server/listeners.ts': {
    '.publish of front': 'the hub calls it',
    '.publish of server': 'the hub calls it',
    'Bun.serve': 'responses are held around every request, and redirects by `holdResponse`',
  },
  'src/users/admins.ts': { '.send of mailer': passesOn },
  'src/users/operators.ts': { '.send of mailer': passesOn },
}

/** Exits that wait, and must. */
const gated: Readonly<Record<string, readonly string[]>> = {
  'cli/terminal.ts': ['process.stdout.write', 'process.stderr.write'],
  'src/channels/whatsapp/storage/write-barrier.ts': ['.send of frames'],
  'src/platform/every-request.ts': ['ReadableStream'],
  'src/platform/hub.ts': ['.send of listeners'],
  'src/platform/mail.ts': ['node:net connect', '.send of connection'],
  'src/platform/outside.ts': ['node:http request', 'node:https request', 'fetch'],
  'src/platform/streams.ts': ['.enqueue of controller'],
}

/** Packages that send: what is given to them has waited. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'src/channels/whatsapp/baileys/baileys.ts': ['@whiskeysockets/baileys'],
  'src/platform/imap.ts': ['imapflow'],
  'src/platform/mail.ts': ['nodemailer'],
}

/** The servers of the log acknowledge. */
const isOfLog = (path: string, name: string) => path.startsWith('src/fleet/jetstream/') && name.startsWith('@nats-io/')

/** Where something is sent without waiting, and how often. */
const openUses: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  noWait: {
    'src/operator/certificates/checks.ts': 1, // a random word, to see who answers under the name
    'src/operator/doctor/meta.ts': 1, // a command that stores nothing
    'src/operator/doctor/whatsapp.ts': 1, // asks for the time
    'src/operator/update/download.ts': 1, // shows the version of this program
    'src/operator/update/look.ts': 1, // the same
    'src/platform/files.ts': 1, // a stored file, after the head of its response
    'src/platform/gate.ts': 4,
  },
  openGate: {
    'cli/command.ts': 1, // in a fleet, commands ask the owner
    'src/platform/cx.ts': 1, // `noExits`
    'src/platform/every-request.ts': 1,
    'src/platform/gate.ts': 4,
    'src/platform/hub.ts': 1,
    'src/server/server.ts': 1,
  },
  showsOnly: {
    'src/app.ts': 6,
    'src/channels/meta/pages/files.ts': 2,
    'src/channels/meta/webhook/routes.ts': 3,
    'src/channels/passkeys/routes.ts': 3,
    'src/features/external-api/token-auth.ts': 2,
    'src/features/integrations/file-links.ts': 2,
    'src/features/machines/routes.ts': 1, // what nodes say of themselves, beside control.db
    'src/features/password-reset/routes.ts': 2,
    'src/features/push/acts.ts': 2,
    'src/platform/http.ts': 1,
    'src/users/routes.ts': 2,
  },
}

/** What does not wait, as the table has it. */
const freeIn = (path: string, code: string) =>
  listExits(path, code)
    .filter(({ waits }) => !waits)
    .map(({ what }) => what)

describe('every exit', () => {
  test('waits, or stands in the table of those that need not', () => {
    const found = Object.fromEntries(
      [...sources].flatMap(([path, code]) => {
        const some = freeIn(path, code)
          .filter((what) => !isOfFleet(path, what))
          .toSorted()
        return some.length > 0 ? [[path, some]] : []
      }),
    )
    const known = Object.fromEntries(Object.entries(free).map(([path, some]) => [path, Object.keys(some).toSorted()]))
    expect<unknown>(found).toEqual(known)
  })

  test('that the program has is found, with the gate before it', () => {
    const found = Object.keys(gated).map((path) => [
      path,
      listExits(path, sources.get(path) ?? '')
        .filter(({ what }) => gated[path]?.includes(what))
        .map(({ what, waits }) => [what, waits])
        .toSorted(),
    ])
    const wanted = Object.entries(gated).map(([path, some]) => [path, some.map((what) => [what, true]).toSorted()])
    expect(found).toEqual(wanted)
  })

  test('of a package is one that is given what has waited', () => {
    const found = Object.fromEntries(
      [...sources].flatMap(([path, code]) => {
        const some = listPackages(code).filter((one) => !isOfLog(path, one))
        return some.length > 0 ? [[path, some]] : []
      }),
    )
    expect<unknown>(found).toEqual(packages)
  })

  test.each(['noWait', 'openGate', 'showsOnly'])('by %s has a reason', (word) => {
    const found = Object.fromEntries(
      [...sources].flatMap(([path, code]) => {
        const uses = countUses(code, word)
        return uses > 0 ? [[path, uses]] : []
      }),
    )
    expect<unknown>(found).toEqual(openUses[word])
  })

  test('no handler yields: the framework would stream what no gate sees', () => {
    expect([...sources].flatMap(([path, code]) => listGenerators(path, code))).toEqual([])
  })
})

describe('the walk sees', () => {
  const isSeen = (code: string) => freeIn('src/features/tags/new.ts', code)

  test.each([
    ['a fetch', 'export const ask = () => fetch("https://a.example")', 'fetch'],
    ['a fetch under another name', 'const ask = fetch\nexport { ask }', 'fetch'],
    ['a WebSocket', 'export const open = () => new WebSocket("wss://a.example")', 'WebSocket'],
    ['a stream', 'export const all = () => new Response(new ReadableStream({}))', 'ReadableStream'],
    ['a listener', 'Bun.serve({ fetch: () => new Response("x") })', 'Bun.serve'],
    ['a TCP listener', 'Bun.listen({})', 'Bun.listen'],
    ['a TCP connection', 'Bun.connect({})', 'Bun.connect'],
    ['a datagram', "import { createSocket } from 'node:dgram'\ncreateSocket('udp4')", 'node:dgram createSocket'],
    ['a socket', "import { connect } from 'node:net'\nconnect(25)", 'node:net connect'],
    ['a socket with TLS', "import * as tls from 'node:tls'\ntls.connect(25)", 'node:tls *'],
    ['a request', "import { request } from 'node:https'\nrequest('https://a.example')", 'node:https request'],
    ['a child process', 'Bun.spawn(["sendmail"])', 'Bun.spawn'],
    [
      'another child process',
      "import { execFile } from 'node:child_process'\nexecFile('mail')",
      'node:child_process execFile',
    ],
    ['a frame', 'export const tell = (page: Listener) => page.send("{}")', '.send of page'],
    ['a broadcast', 'export const tell = (server: Server) => server.publish("topic", "{}")', '.publish of server'],
    ['a stanza', 'export const ack = (sock: Socket) => sock.sendNode({})', '.sendNode of sock'],
    ['a word of success', 'process.stdout.write("done")', 'process.stdout.write'],
    ['another word of success', 'console.log("done")', 'console.log'],
    [
      'what Baileys fetches',
      'export const get = (b: Baileys) => b.downloadMediaMessage(m)',
      '.downloadMediaMessage of b',
    ],
  ])('%s', (_, code, what) => expect(isSeen(code)).toEqual([what]))

  test('a package that it does not know', () => {
    expect(listPackages("import axios from 'axios'\n")).toEqual(['axios'])
    expect(listPackages("const { connect } = await import('@nats-io/transport-node')")).toEqual([
      '@nats-io/transport-node',
    ])
  })

  test('a handler that yields', () => {
    const code = "new Elysia().get('/all', async function* () { yield 'x' })"
    expect(listGenerators('src/features/tags/new.ts', code)).toHaveLength(1)
  })

  /** What makes an exit wait, and the exits that no longer do without it. */
  test.each([
    [
      'src/platform/outside.ts',
      '  await untilAcknowledged(wanted, wanted.left)\n',
      ['node:http request', 'node:https request'],
    ],
    ['src/platform/outside.ts', '  await untilAcknowledged({ wait }, init.signal ?? undefined)\n', ['fetch']],
    ['src/platform/mail.ts', '  await acknowledged(wait, left)\n', ['node:net connect']],
    ['src/platform/mail.ts', '      await acknowledged(settings.wait, left)', ['.send of connection']],
    ['src/platform/streams.ts', '      const acknowledged = wait()\n', ['.enqueue of controller']],
    ['src/platform/hub.ts', '      channel.leave(', ['.send of listeners']],
    ['src/platform/hub.ts', '      leaveByOperator(', ['.send of listeners']],
    ['src/channels/whatsapp/storage/write-barrier.ts', '    leave(() => {\n      const trouble', ['.send of frames']],
    ['cli/terminal.ts', '  await gate.waitForAll()\n  process.stdout', ['process.stdout.write']],
  ])('that %s no longer waits without %j', (path, removed, exits) => {
    const code = sources.get(path) ?? ''
    expect(code).toContain(removed)
    const without = code.replace(
      removed,
      removed
        .replace(/(leave|leaveByOperator)\(/, 'now(')
        .replace(/await \w+(\.\w+)?\(|= wait\(/, (call) => (call.startsWith('=') ? '= now(' : 'await now(')),
    )
    const before = freeIn(path, code)
    expect(
      freeIn(path, without)
        .filter((what) => !before.includes(what))
        .toSorted(),
    ).toEqual(exits)
  })
})
