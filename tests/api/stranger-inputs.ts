/**
 * Every input whose size, length or shape a stranger chooses, and that we stream, loop over or interpret: the budget
 * that bounds it, the files that read it, and the worst that its limits allow.
 */
import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { connections } from '../../src/channels/connections/tables'
import { cardsOf } from '../../src/channels/whatsapp/parsing/cards'
import { readStoredMessage } from '../../src/channels/whatsapp/parsing/stored'
import { publishDraft, writeDraft } from '../../src/features/flows/actions'
import type { Flow, FlowNode } from '../../src/features/flows/format/contract'
import { findFlowOwner } from '../../src/features/flows/queries'
import type { CreateIntegration } from '../../src/features/integrations/contract'
import { stageDump } from '../../src/moving-in/dump/stage'
import { writeSetting } from '../../src/settings/settings'
import { startDialogflow } from '../../src/simulator/dialogflow/stand-in'
import { contentInBody, mentionsInBody } from '../../src/tickets/moving-in/bodies'
import { upload } from '../bulk-import/support'
import { ask, end, flowOf, http, say } from '../flows/support'
import { LOJA, SUPPORT } from '../support/company-world'
import type { HostileAnswer } from '../support/hostile-server'
import { inSuite } from '../support/long'
import { until } from '../support/until'
import { allowLocal } from '../support/webhook-receiver'
import { type World, world } from '../support/world'

/** The address of the hostile server's answer. */
export type Hostile = (answer: HostileAnswer) => string

export type StrangerInput = {
  readonly input: string
  /** In words: steps, bytes and time. */
  readonly budget: string
  /** Files of `src` that read it. */
  readonly files: readonly string[]
  /** Prepares a company, and returns what a stranger then does. */
  readonly worst: Readonly<Record<string, (hostile: Hostile) => Promise<(n: number) => Promise<void>>>>
}

const CONVERSATIONS = inSuite(12, 30)

/** A company whose language model is the hostile server. */
const aiChat = (answer: HostileAnswer) => async (hostile: Hostile) => {
  const w = world({ outsideAllow: allowLocal })
  const people = [w.attendant(), w.attendant()]
  writeSetting(w.db, 'aiUrl', hostile(answer))
  return async (n: number) => {
    const who = people[n] ?? w.attendant()
    const asked = await who.json('/api/openai/chats', 'POST', { prompt: 'oi' })
    await asked.text()
  }
}

const aiRequest = (answer: HostileAnswer) => async (hostile: Hostile) => {
  const w = world({ outsideAllow: allowLocal })
  const ana = w.attendant()
  writeSetting(w.db, 'aiUrl', hostile(answer))
  return async () => {
    const all = Array.from({ length: inSuite(4, 8) }, () => ana.json('/api/openai', 'POST', { prompt: 'oi' }))
    for (const one of await Promise.all(all)) await one.text()
  }
}

/** A company whose queue is answered by this integration. */
async function answering(made: CreateIntegration) {
  const w = world({ outsideAllow: allowLocal })
  const admin = w.admin()
  const { data, error } = await admin.api['queue-integration'].post(made)
  if (!data) throw new Error(`the integration was not created: ${JSON.stringify(error.value)}`)
  await admin.api.queue({ id: SUPPORT }).put({ integrationId: data.id })
  await admin.api.whatsapp({ id: LOJA }).put({ queueIds: [SUPPORT] })
  w.db.update(connections).set({ enableQueueChatbot: true }).where(eq(connections.id, LOJA)).run()
  return { w, admin, id: data.id }
}

/** As many customers write at once. */
async function allWrite(w: World, n: number, words: readonly string[], people = CONVERSATIONS) {
  const all = Array.from({ length: people }, (_, at) => w.whatsapp.person(`55219961${n}${String(at).padStart(4, '0')}`))
  for (const text of words) {
    for (const one of all) {
      one.says(text)
      await new Promise(setImmediate)
    }
    await until(() => w.rows('SELECT 1 FROM integration_turns').length === 0, 'the turns')
  }
}

const bot = (type: 'n8n' | 'webhook' | 'typebot', answer: HostileAnswer) => async (hostile: Hostile) => {
  const slug = type === 'typebot' && { typebotSlug: 'bot', typebotDelayMessage: 0 }
  const { w } = await answering({ type, name: 'Bot', urlIntegration: hostile(answer), urlToken: 'token', ...slug })
  return (n: number) => allWrite(w, n, ['oi'])
}

const dialogflow = (answer: HostileAnswer) => async (hostile: Hostile) => {
  const google = startDialogflow()
  const { w } = await answering({
    type: 'dialogflow',
    name: 'Bot',
    projectName: google.project,
    jsonContent: google.keyFile(),
    language: 'pt-BR',
    urlIntegration: hostile(answer),
  })
  return (n: number) => allWrite(w, n, ['oi'])
}

/** A flow that was published before today's bounds. */
async function flowing(flow: Flow) {
  const { w, admin, id } = await answering({ type: 'flowbuilder', name: 'Fluxo' })
  w.cx.transaction((cx) => {
    writeDraft(cx, id, flow)
    publishDraft(cx, null, findFlowOwner(cx.db, id))
  })
  return { w, admin, id }
}

const signs = Array.from({ length: 170 }, (_, at) => String.fromCodePoint(0x4e00 + 2 * at)).join('')
const dear = `(?:[${signs}]{0,100}){2}~`
const conditions = (length: number, test: { l: string; op: 'matches' | 'contains'; r: string }): Flow => {
  const names = Array.from({ length }, (_, at) => `i${at}`)
  const condition: FlowNode = { t: 'if', name: '', mode: 'any', tests: Array.from({ length: 10 }, () => test) }
  const set: FlowNode = { t: 'set', name: '', values: [{ var: 'said', value: signs.slice(7, 8).repeat(500) }] }
  const edges = names.map((id, at) => [`${id}:false`, names[at + 1] ?? 'e'] as const)
  return flowOf(
    { s: set, ...Object.fromEntries(names.map((id) => [id, condition])), e: end() },
    {
      start: 's',
      s: 'i0',
      ...Object.fromEntries(edges),
      ...Object.fromEntries(names.map((id) => [`${id}:true`, 'e'])),
    },
    { steps: 200 },
  )
}
const patterns = conditions(4, { l: '{{said}}', op: 'matches', r: dear })

const filled = (): Flow => {
  const names = Array.from({ length: 40 }, (_, at) => `s${at}`)
  const set: FlowNode = {
    t: 'set',
    name: '',
    values: Array.from({ length: 10 }, (_, at) => ({ var: `v${at}`, value: '{{a}}'.repeat(800) })),
  }
  return flowOf(
    { q: ask('?', 'a'), ...Object.fromEntries(names.map((id) => [id, set])), e: end() },
    { start: 'q', q: 's0', 'q:fail': 'e', ...Object.fromEntries(names.map((id, at) => [id, names[at + 1] ?? 'e'])) },
    { steps: 200 },
  )
}

export const strangerInputs: readonly StrangerInput[] = [
  {
    input: 'the streamed answer of a language model',
    budget: '2 MB in all, 256 kB a frame, 256 kB of words, 3 minutes; frames share the loop',
    files: ['features/ai/model.ts', 'features/ai/thoughts.ts'],
    worst: {
      'thoughts of long frames': aiChat('long-thoughts'),
      'thoughts of short frames': aiChat('short-thoughts'),
      'a line without end': aiChat('endless-line'),
    },
  },
  {
    input: 'the answer of a language model in one piece',
    budget: '256 kB, 10,000 values, 30 seconds; only the first choice is read',
    files: ['features/ai/model.ts'],
    worst: { 'many choices': aiRequest('many-choices'), nested: aiRequest('nested') },
  },
  {
    input: 'regular expressions and comparisons of a flow',
    budget: '400,000 steps a turn (2 to 12 ms); publishing refuses patterns over half of that',
    files: ['features/flows/pattern.ts', 'features/flows/machine.ts', 'features/flows/turn-budget.ts'],
    worst: {
      'forty patterns on the message of each customer': async () => {
        const { w } = await flowing(patterns)
        return (n) => allWrite(w, n, ['oi'])
      },
      'long comparisons': async () => {
        const { w } = await flowing(
          conditions(190, { l: '{{message}}'.repeat(18), op: 'contains', r: '{{message}}'.repeat(18) }),
        )
        return (n) => allWrite(w, n, ['\u0344'.repeat(500)])
      },
      'its trial, many times at once': async () => {
        const { admin, id } = await flowing(patterns)
        return async () => {
          const all = Array.from({ length: inSuite(10, 30) }, () =>
            admin.json(`/api/queue-integration/${id}/test`, 'POST', {}),
          )
          for (const one of await Promise.all(all)) if (!one.ok) throw new Error(await one.text())
        }
      },
    },
  },
  {
    input: 'variables in the texts of a flow',
    budget: '4,000 variables and 500,000 characters a turn',
    files: ['features/flows/fill.ts', 'features/flows/machine.ts'],
    worst: {
      'four hundred values of eight hundred variables': async () => {
        const { w } = await flowing(filled())
        return (n) => allWrite(w, n, ['oi', 'x'.repeat(500)])
      },
    },
  },
  {
    input: 'the answer to a call of a flow',
    budget:
      '262,144 bytes and 40,000 values a call, 2 MB and 5 calls a turn, 10 seconds; kept values count as variables',
    files: ['features/flows/run.ts', 'features/flows/fill.ts', 'features/integrations/ask.ts'],
    worst: {
      'twenty values of a large answer': async (hostile) => {
        const call = http({
          url: hostile('many-values'),
          map: Array.from({ length: 20 }, (_, at) => ({ path: 'data', var: `v${at}` })),
        })
        const { w } = await flowing(
          flowOf(
            { a: call, b: call, c: call, d: call, e: end() },
            {
              start: 'a',
              'a:ok': 'b',
              'a:error': 'b',
              'b:ok': 'c',
              'b:error': 'c',
              'c:ok': 'd',
              'c:error': 'd',
              'd:ok': 'e',
              'd:error': 'e',
            },
          ),
        )
        return (n) => allWrite(w, n, ['oi'], 12)
      },
    },
  },
  {
    input: 'the answer of a bot’s server',
    budget: '1 MB and 10,000 values, 2 MB and 10 seconds a turn, 100 commands, 11 messages in a row and 30 a minute',
    files: [
      'features/integrations/ask.ts',
      'features/integrations/answer.ts',
      'features/integrations/commands.ts',
      'features/integrations/echo.ts',
      'features/integrations/webhook.ts',
      'features/integrations/said.ts',
      'features/integrations/turns.ts',
    ],
    worst: {
      'nested lists': bot('n8n', 'nested'),
      'nested lists in a text': bot('webhook', 'nested-text'),
      'many messages': bot('webhook', 'many-messages'),
      'as many messages as may be': bot('n8n', 'as-many-as-may-be'),
      'a long text': bot('n8n', 'a-long-text'),
    },
  },
  {
    input: 'the answer of a Typebot',
    budget: '1 MB and 10,000 values, 5 more calls, 30 bubbles, 11 messages in a row',
    files: ['features/typebot/convert.ts', 'features/typebot/runner.ts', 'features/typebot/builder.ts'],
    worst: { 'nested lists': bot('typebot', 'nested'), 'long bubbles': bot('typebot', 'bubbles') },
  },
  {
    input: 'the answer of Dialogflow',
    budget: '1 MB and 10,000 values, 50 parts, 11 messages in a row',
    files: ['features/integrations/dialogflow/reply.ts', 'features/integrations/dialogflow/access.ts'],
    worst: { 'nested lists': dialogflow('nested'), 'many values': dialogflow('many-values') },
  },
  {
    input: 'two flows that hand over to each other',
    budget: '11 messages in a row, counted in the conversation',
    files: ['features/integrations/said.ts', 'features/integrations/turns.ts'],
    worst: {
      'ten messages each': async () => {
        const ten: FlowNode = { t: 'say', name: '', parts: Array.from({ length: 10 }, (_, at) => ({ text: `${at}` })) }
        const one = await flowing(flowOf({ a: say('oi'), e: end() }, { start: 'a', a: 'e' }))
        const to = (integrationId: number) =>
          flowOf({ a: ten, b: { t: 'goto', name: '', integrationId } }, { start: 'a', a: 'b' })
        const other = await one.admin.api['queue-integration'].post({ type: 'flowbuilder', name: 'Volta' })
        const otherId = other.data?.id ?? 0
        one.w.cx.transaction((cx) => {
          for (const [id, flow] of [
            [one.id, to(otherId)],
            [otherId, to(one.id)],
          ] as const) {
            writeDraft(cx, id, flow)
            publishDraft(cx, null, findFlowOwner(cx.db, id))
          }
        })
        return (n) => allWrite(one.w, n, ['oi'])
      },
    },
  },
  {
    input: 'contact cards in a message',
    budget: '1,000,000 characters of all cards, 10,000 lines of a card, 20 numbers, 10,000 characters of a property',
    files: ['platform/vcard.ts', 'channels/whatsapp/parsing/cards.ts'],
    worst: Object.fromEntries(
      Object.entries({
        'many lines': 'TEL:1\n'.repeat(170_000),
        'folded lines': `FN:x${'\n y'.repeat(330_000)}`,
        'quoted-printable': `FN;CHARSET=x;ENCODING=QUOTED-PRINTABLE:${'=C3=\n'.repeat(200_000)}`,
        'cards within cards': 'AGENT:\nBEGIN:VCARD\n'.repeat(50_000),
        'one endless line': `N:${'\\;'.repeat(500_000)}`,
        'a picture': `PHOTO;ENCODING=b:${'A'.repeat(70)}${`\n ${'A'.repeat(70)}`.repeat(13_000)}`,
      }).map(([name, vcard]) => [
        name,
        async () => async () => {
          for (let at = 0; at < 5; at++) {
            cardsOf(Array.from({ length: 100 }, () => ({ vcard })))
            await new Promise(setImmediate)
          }
        },
      ]),
    ),
  },
  {
    input: 'a message in the JSON of another product',
    budget: '2,000,000 characters, 200,000 values, 40 levels; a longer or deeper one is left unread',
    files: ['channels/whatsapp/parsing/stored.ts'],
    worst: Object.fromEntries(
      Object.entries({
        'as long as allowed': { extendedTextMessage: { text: 'a'.repeat(1_900_000) } },
        'deeply nested': JSON.parse(`${'{"message":'.repeat(20_000)}1${'}'.repeat(20_000)}`) as object,
        'a picture as numbers': {
          imageMessage: { jpegThumbnail: { type: 'Buffer', data: Array<number>(190_000).fill(255) } },
        },
        'wrapped again and again': Array.from({ length: 30 }).reduce<object>(
          (message) => ({ ephemeralMessage: { message } }),
          { conversation: 'oi' },
        ),
      }).map(([name, message]) => [
        name,
        async () => {
          const json = JSON.stringify({ key: { remoteJid: '5511999990000@s.whatsapp.net', id: 'A' }, message })
          return async () => {
            for (let at = 0; at < 5; at++) {
              readStoredMessage(json)
              await new Promise(setImmediate)
            }
          }
        },
      ]),
    ),
  },
  {
    input: 'the columns of a spreadsheet',
    budget: '1,200 cells of 150 characters; headings of 60 characters and 8 words, in 10 lines',
    files: ['bulk-import/guess.ts', 'bulk-import/headings.ts', 'bulk-import/cell-kinds.ts'],
    worst: Object.fromEntries(
      Object.entries({
        digits: '1'.repeat(119),
        numbers: '11 98801-0001 '.repeat(8),
        headings: 'nome telefone '.repeat(4),
        documents: '1-'.repeat(60),
      }).map(([name, cell]) => [
        name,
        async () => {
          const admin = world().admin()
          const row = `${Array<string>(120).fill(cell).join(';')}\n`
          const rows = row.repeat(Math.ceil(1_000_000 / row.length))
          return async () => void (await upload(admin, rows))
        },
      ]),
    ),
  },
  {
    input: 'a calendar file',
    budget:
      '1 MB, 1,000 events of 64,000 characters, 500 deleted days and 10,000 repetitions each; events share the loop',
    files: [
      'features/calendar/import.ts',
      'features/calendar/ics-read.ts',
      'features/calendar/ics-repeat.ts',
      'features/calendar/ics-zones.ts',
    ],
    worst: Object.fromEntries(
      Object.entries({
        'many events': 'SUMMARY:a\nDTSTART;TZID=Europe/Madrid:20260302T120000\nRRULE:FREQ=DAILY;COUNT=10000',
        'many deleted days': `DTSTART:20260302T120000Z\nRRULE:FREQ=DAILY\nEXDATE:${'20260402T090000Z,'.repeat(3_500)}20260402T090000Z`,
        'folded lines': `DTSTART:20260302T120000Z\nSUMMARY:${'\n a'.repeat(20_000)}`,
        'many parts': `DTSTART:20260302T120000Z\n${'BEGIN:VALARM\nTRIGGER:-PT1M\nEND:VALARM\n'.repeat(1_500)}`,
        'beginnings without end': 'BEGIN:VEVENT\n'.repeat(4_000),
        'one long event': `SUMMARY:${'a'.repeat(900_000)}`,
      }).map(([name, lines]) => [
        name,
        async () => {
          const w = world()
          const event = `BEGIN:VEVENT\n${lines}\nEND:VEVENT\n`
          const events = event.repeat(Math.max(1, Math.min(1_000, Math.floor(990_000 / event.length))))
          return async () => {
            const form = new FormData()
            form.append('file', new File([`BEGIN:VCALENDAR\n${events}END:VCALENDAR\n`], 'agenda.ics'))
            await (await w.attendant().request('/api/eventos/import', { method: 'POST', body: form })).text()
          }
        },
      ]),
    ),
  },
  {
    input: 'words of a message of another product that stand for a card, a location or people',
    budget: '65,536 characters of the message; 100,000 values of JSON in it',
    files: ['tickets/moving-in/bodies.ts'],
    worst: Object.fromEntries(
      Object.entries({
        'nested cards': `{"ticketzvCard":${'['.repeat(30_000)}`,
        'many cards': `{"ticketzvCard":[${'{"vcard":"BEGIN:VCARD"},'.repeat(2_500)}0]}`,
        'many people': `@[${btoa('{"number":"55"}')}]`.repeat(2_500),
        'beginnings of people': '@['.repeat(32_000),
        'bars of a picture': `data:image/png;base64,${'|'.repeat(65_000)}`,
      }).map(([name, body]) => [
        name,
        async () => async () => {
          contentInBody(body)
          mentionsInBody(body)
        },
      ]),
    ),
  },
  {
    input: 'the dump of another product',
    budget:
      'rows of 24 MB, statements of 128 kB that are read, 2,000 tables and columns; 64 kB or 4 ms between two rests; streamed into a file',
    files: ['moving-in/dump/read.ts', 'moving-in/dump/staging.ts'],
    worst: Object.fromEntries(
      Object.entries({
        'a large row': () => `${DUMP_TABLE}INSERT INTO \`t\` VALUES ('${'\\\\'.repeat(LONG_ROW)}','b');\n`,
        'many rows': () => `${DUMP_TABLE}INSERT INTO \`t\` VALUES ${"('a','b'),".repeat(1_000_000)}('a','b');\n`,
        'many inserts': () => DUMP_TABLE + "INSERT INTO `t` (`a`,`b`) VALUES ('a','b');\n".repeat(200_000),
        'many beginnings': () =>
          DUMP_TABLE + "INSERT INTO `t` (`a`) VALUES ('a');INSERT INTO `t` VALUES ('a','b');\n".repeat(50_000),
        'many tables': () =>
          `${DUMP_TABLE}INSERT INTO \`t\` VALUES ('a','b');\n${Array.from({ length: 1_900 }, (_, n) => `CREATE TABLE \`t${n}\` (\`a\` int);\n`).join('')}`,
        'many columns': () =>
          `CREATE TABLE \`u\` (${Array.from({ length: 1_999 }, (_, n) => `\`c${n}\` int`).join(',')});\n`.repeat(200),
        parentheses: () => `CREATE TABLE \`u\` ${'('.repeat(125_000)};\n`.repeat(20),
        comments: () => `${'/* a */'.repeat(2_000_000)}${'-- a\n'.repeat(2_000_000)}`,
        'a statement without end': () => `CREATE FUNCTION ${'`a`('.repeat(LONG_ROW / 2)}`,
        'beginnings of strings': () => `${DUMP_TABLE}INSERT INTO \`t\` VALUES ${'('.repeat(30_000_000)}`,
      }).map(([name, sql]) => [
        name,
        async () => {
          const folder = mkdtempSync(join(tmpdir(), 'balcao-dump-'))
          afterAll(() => rmSync(folder, { recursive: true, force: true }))
          const dump = join(folder, 'dump')
          writeFileSync(dump, sql())
          return async (n: number) => {
            await stageDump(dump, join(folder, `staging${n}`)).catch(() => undefined) // many are refused
          }
        },
      ]),
    ),
  },
]

// A dump is read in a process of its own, so that its largest row may hold the loop of a slow machine for longer.
const LONG_ROW = inSuite(3_000_000, 11_000_000)
const DUMP_TABLE = 'CREATE TABLE `t` (`a` text, `b` text);\n'

/** Files that read a stranger's input whose worst another test feeds, or that is too small to have one. */
export const heldElsewhere: Readonly<Record<string, string>> = {
  'moving-in/reading/hours.ts': 'tests/moving-in/families/hours.test.ts; by readJson, in the process of the import',
  'features/campaigns/move-in-settings.ts':
    'tests/campaigns/move-in.test.ts; by readJson, in the process of the import',
  'features/push/sender.ts': 'tests/push/push.test.ts: cut and refused answers; a kilobyte of each is read',
  'channels/whatsapp/moving-in/bytes.ts':
    "tests/channels/whatsapp/moving-in; the operator's own dump, in the process of the import",
  'channels/whatsapp/moving-in/convert.ts': 'likewise',
  'channels/whatsapp/moving-in/foreign-session.ts': 'likewise',
  'channels/whatsapp/moving-in/redis-export.ts': 'likewise',
  'platform/input.ts': 'tests/api/held-loop.test.ts: bodies of a megabyte, 10,000 values',
  'platform/json.ts': 'the bounds themselves',
  'fleet/records.ts': 'sealed by nodes of the fleet, checked before it is read: tests/fleet/records.test.ts',
  'fleet/owner-note.ts': 'our own file: tests/fleet/kills.test.ts',
  'fleet/restored.ts': 'our own file: tests/fleet/restored.test.ts',
  'fleet/copies.ts': 'likewise',
  'fleet/journal.ts': 'likewise',
  'fleet/setup/bundle.ts': 'our own file: tests/fleet/setup/servers.test.ts',
  'fleet/setup/join.ts': 'the folder that the operator brings: tests/fleet/setup/servers.test.ts',
  'server/fleet/installation.ts': 'our own file: tests/fleet/node/start.test.ts',
  'server/fleet/internal.ts': 'from nodes of the fleet, by certificate, bounded: tests/fleet/door/internal.test.ts',
  'server/fleet/routing.ts':
    'short bodies by their length, 10,000 values; the handler reads the same: tests/fleet/door/routes.test.ts',
  'fleet/jetstream/greeting.ts': "the operator's own server, a few kilobytes: tests/fleet/jetstream/start.test.ts",
  'fleet/jetstream/buckets.ts': 'written by nodes of the fleet: tests/fleet/jetstream/buckets.test.ts',
  'fleet/jetstream/objects.ts': 'likewise: tests/fleet/jetstream/objects.test.ts',
  'platform/outside.ts': 'every row that calls it; tests/platform/outside.test.ts',
  'platform/parsing/process.ts': 'a process of its own: tests/platform/parsing.test.ts',
  'platform/imap.ts': 'bounded lines, literals, tokens and bytes: tests/platform/imap.test.ts',
  'platform/incoming-mail/worker/read.ts': 'a process of its own: tests/platform/incoming-mail.test.ts',
  'features/email/answers/addressing.ts': '20,000 characters: tests/email/answer-texts.test.ts',
  'features/email/answers/quoted.ts': '5,000 lines: tests/email/answer-texts.test.ts',
  'platform/multipart.ts': 'tests/api/held-loop.test.ts: forms of 20 MB',
  'bulk-import/actions.ts': 'tests/platform/spreadsheets.test.ts',
  'features/quick-messages/routes.ts': 'tests/platform/spreadsheets.test.ts',
  'channels/whatsapp/passkey/on-baileys.ts': 'from the messenger: tests/channels/whatsapp/hostile.test.ts',
  'channels/whatsapp/passkey/answer.ts': 'tests/api/held-loop.test.ts: bodies',
  'channels/whatsapp/parsing/business.ts': 'from the messenger: tests/channels/whatsapp/rubbish.test.ts',
  'features/billing/checkout.ts': 'tests/api/held-loop.test.ts: bodies',
  'channels/meta/webhook/receive.ts': 'signed; 3 MB and 300,000 values: tests/channels/meta/webhook.test.ts',
  'channels/meta/cloud/content.ts': 'a form’s answers within a webhook: 1,000 values',
  'channels/meta/download.ts': 'streamed to a file of at most 110 MB, whose hash is checked',
  'channels/meta/graph.ts': 'the operator’s address of Meta: answers of at most 4 MB and 100,000 values',
  'channels/meta/credentials.ts': 'written by us, encrypted',
  'channels/meta/pages/profiles.ts': 'Meta’s file servers: 5 MB, streamed to a file',
  'channels/meta/pages/sign-in.ts': 'written by us, encrypted',
  'channels/meta/pages/signed-request.ts': '8,000 characters, signed by the app',
  'platform/acme/client.ts': 'the operator’s authority: 512 kB, 10,000 values',
  'features/billing/providers/asaas.ts': 'the operator’s provider: a bounded answer, 10,000 values',
  'features/billing/providers/efi.ts': 'the operator’s provider: a bounded answer, 10,000 values',
  'settings/mail-sign-in/tokens.ts': 'Google or Microsoft: 64 kB, 10,000 values',
  'tickets/media/from-address.ts': 'streamed to a file: tests/tickets/media/from-address.test.ts',
  'features/flows/check.ts': 'tests/api/held-loop.test.ts: bodies; tests/flows/check.test.ts',
  'features/flows/import.ts': 'tests/api/held-loop.test.ts: bodies; texts of 10,000 characters',
  'platform/sealed-link.ts': 'decrypted first; 16 kB of a URL',
  'features/webhooks/attempt.ts': 'an excerpt of the answer: tests/webhooks/retries.test.ts',
  'tickets/media/voice.ts': 'tests/api/held-loop.test.ts: forms',
  'tickets/message-routes.ts': 'tests/api/held-loop.test.ts: forms',
  'features/external-api/request.ts': 'tests/api/held-loop.test.ts: forms',
}
