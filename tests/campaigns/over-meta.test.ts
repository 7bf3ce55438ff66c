/**
 * A template campaign to a thousand people over the stand-in of Meta, which answers each of them like Meta does: what the
 * report says is what the stand-in got.
 */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { read as readSheet, utils } from 'xlsx'
import { judgeUndelivered } from '../../src/channels/meta/failures'
import type { Campaign } from '../../src/features/campaigns/contract'
import { exportTexts } from '../../src/features/campaigns/export-texts'
import type { MetaFault } from '../../src/simulator/meta/faults'
import { languages } from '../../src/texts/languages'
import { officialWorld } from '../channels/meta/official'
import { imported, makeList } from '../contact-lists/support'
import { doJob } from '../support/jobs'
import { until } from '../support/until'

setDefaultTimeout(180_000)

const AUDIENCE = 1000
const ALWAYS = { sendFrom: '00:00', sendTo: '00:00', sendDays: [0, 1, 2, 3, 4, 5, 6] }

/** The stand-in answers these by the last six digits: accepted, then failed with this code. */
const failing = {
  131026: { people: 12, reason: 'unreachable' },
  131047: { people: 6, reason: 'windowClosed' },
  131049: { people: 9, reason: 'heldBack' },
  131050: { people: 5, reason: 'optedOut' },
} as const
const suffixes = Object.keys(failing) as unknown as (keyof typeof failing)[] // the keys of a literal

const phoneOf = (n: number) => `55219${96_200_000 + n}`

const phoneEnding = (suffix: number, n: number) => `55119${61 + n}${suffix}`

async function place() {
  const all = await officialWorld()
  const { meta, official } = all
  const { admin, connectionId, business, number } = official
  const asked = async <T>(path: string, method = 'GET', body?: object) => {
    const answer = method === 'GET' ? await admin.request(path) : await admin.json(path, method, body ?? {})
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T // the answer of its route
  }
  number.messagingLimit = 'TIER_10K'
  await asked(`/api/whatsapp/${connectionId}`, 'PUT', { accessToken: official.token })
  await asked('/api/campaign-settings', 'POST', { settings: { ...ALWAYS, dailyCap: 0 } })
  const template = meta.addTemplate(business, {
    name: 'pedido_pronto',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Olá, {{1}}! Seu pedido está pronto. Recibo: {{2}}.' }],
  })
  await asked(`/api/whatsapp/${connectionId}/templates?refresh=true`)
  return { ...all, asked, template }
}
type Place = Awaited<ReturnType<typeof place>>

/** A thousand rows, of which some are the same number written otherwise, or no number at all. */
async function audience({ w, meta, official }: Place) {
  const { admin } = official
  const failed = suffixes.flatMap((code) =>
    Array.from({ length: failing[code].people }, (_, n) => phoneEnding(code, n)),
  )
  const unknown = Array.from({ length: 8 }, (_, n) => `5585988${100_000 + n}`)
  const reached = Array.from({ length: AUDIENCE - failed.length - unknown.length }, (_, n) => phoneOf(n))
  for (const [n, phone] of reached.entries()) {
    const person = meta.person({ name: `Pessoa ${n + 1}`, phone })
    person.isAway = n % 20 === 0
  }
  const rows = [...reached, ...failed, ...unknown].map((phone, n) => `Pessoa ${n + 1};${phone};p${n + 1}@example.com`)
  const twice = reached.slice(0, 10).map((phone) => `Outra vez;${phone.slice(0, 4)}${phone.slice(5)};`)
  const nowhere = ['Sem número;;', 'Curto;123;']
  const list = await makeList(admin, 'Todos')
  const csv = ['nome;numero;email', ...rows, ...twice, ...nowhere].join('\n')
  const { created, failed: wrong } = await imported(w, admin, list.id, csv)
  expect([created, wrong]).toEqual([AUDIENCE, twice.length + nowhere.length])
  return { listId: list.id, reached, failed, unknown }
}

test('a thousand people get a template once each, whatever fails on the way, and the report agrees with Meta', async () => {
  const there = await place()
  const { w, meta, official, asked, template } = there
  const { admin, connectionId } = official
  const { listId, reached, unknown } = await audience(there)

  // Two ask for nothing more, one is marked; one more is known by a username alone, and one by Messenger alone.
  const optedOut = reached.slice(20, 22)
  for (const number of optedOut) await asked('/api/opt-outs', 'POST', { number })
  const [marked] = w.rows<{ id: number }>('SELECT id FROM contact_list_items WHERE number = ?', reached[30])
  await asked(`/api/contact-list-items/${marked?.id}`, 'PUT', { inBlacklist: true })
  const hidden = meta.person({ name: 'Só usuário', phone: '5511977776666', username: 'so.usuario' })
  await meta.whatsapp(hidden, official.number).text('Oi')
  await until(() => w.rows('SELECT 1 FROM contact_addresses WHERE kind = ?', 'bsuid').length > 0, 'the username')
  const [known] = w.rows<{ id: number }>("SELECT contact_id AS id FROM contact_addresses WHERE kind = 'bsuid'")
  w.rows("UPDATE contacts SET email = 'so@example.com' WHERE id = ? RETURNING id", known?.id)
  const elsewhere = w.contact({ name: 'Só Messenger', addresses: [{ kind: 'psid', value: '7001' }] })
  w.ticket({ contactId: elsewhere.id, status: 'closed' })
  await asked('/api/contact-list-items/contacts', 'POST', {
    contactListId: listId,
    contactIds: [known?.id, elsewhere.id],
  })

  const { id } = await asked<Campaign>('/api/campaigns', 'POST', {
    name: 'Pedidos prontos',
    whatsappId: connectionId,
    contactListId: listId,
    excludesEngaged: false,
    template: { name: 'pedido_pronto', language: 'pt_BR', variables: { body: ['{{firstName}}', '{{email}}'] } },
  })
  const one = () => asked<Campaign>(`/api/campaigns/${id}`)
  const accepted = () => [...meta.world.messages.values()].filter(({ type }) => type === 'template')

  const fail = (...faults: MetaFault[]) => meta.fail(...faults.map((fault) => ({ on: 'messages', fault }) as MetaFault))
  /** What happens once so many were accepted. */
  const events: [number, () => unknown][] = [
    [100, () => fail('throughput')],
    [150, () => fail('pairRate', 'pairRate')],
    [200, () => fail('unavailable', 'wentWrong', 'unknown')],
    [260, () => fail('lost', 'truncated')],
    [320, () => fail('html')],
    [400, () => meta.endToken(official.token)],
    // Meta knows it before it tells.
    [600, () => Object.assign(template, { status: 'PAUSED' })],
  ]
  const told: string[] = []

  await asked(`/api/campaigns/${id}/start`, 'POST')
  const run = () => {
    doJob(w, 'campaigns.run')
    while (doJob(w, 'campaigns.fill') === true);
    doJob(w, 'campaigns.run')
  }
  const isDone = () => w.rows<{ status: string }>('SELECT status FROM campaigns')[0]?.status === 'FINALIZADA'
  const countDue = () => w.rows('SELECT 1 FROM outbox WHERE next_at <= ?', w.clock.now()).length
  for (let turn = 0; !isDone() && turn < 2000; turn++) {
    while (events[0] && accepted().length >= events[0][0]) events.shift()?.[1]()
    run()
    await Bun.sleep(5)
    const { status, reason, wait } = await one()
    if (status === 'CANCELADA') {
      told.push(`stopped: ${reason}`)
      await meta.setTemplateStatus(template, 'APPROVED')
      await asked(`/api/whatsapp/${connectionId}/templates?refresh=true`)
      await asked(`/api/campaigns/${id}/restart`, 'POST')
    } else if (wait?.why === 'disconnected') {
      told.push('disconnected')
      const token = meta.systemToken(official.app, [official.business])
      await asked(`/api/whatsapp/${connectionId}`, 'PUT', { accessToken: token })
    } else if (countDue() === 0) w.clock.forward(1000)
  }
  await meta.settled()
  expect(told).toEqual(['disconnected', 'stopped: template'])

  // Everybody is in the report once, as the stand-in knows them; nobody got it twice.
  const readRows = () =>
    w.rows<Row>(
      `SELECT d.number, d.state, d.reason, m.external_id AS externalId FROM campaign_deliveries d
       LEFT JOIN messages m ON m.id = d.message_id WHERE d.campaign_id = ?`,
      id,
    )
  const stateAt = ({ externalId }: Row) => meta.world.messages.get(externalId ?? '')?.status ?? 'skipped'
  await until(() => readRows().every((row) => row.state === stateAt(row)), 'the same states as at Meta')
  const rows = readRows()
  expect([rows.length, new Set(rows.map(({ number }) => number)).size]).toEqual([AUDIENCE + 2, AUDIENCE + 2])
  expect(meta.sentTwice).toEqual([])
  const answered = rows.filter(({ state }) => state !== 'skipped')
  expect(answered.map(({ externalId }) => externalId).toSorted()).toEqual(
    accepted()
      .map((one) => one.id)
      .toSorted(),
  )
  expect(answered.filter(({ number, reason }) => reason !== reasonFor(number, unknown))).toEqual([])

  // Some read it; the sums follow.
  const readers = reached.slice(101, 120)
  for (const number of readers) {
    const person = meta.world.personWithPhone(number)
    if (person) await meta.whatsapp(person, official.number).read()
  }
  await until(
    () => w.rows("SELECT 1 FROM campaign_deliveries WHERE state = 'read'").length === readers.length,
    'the blue ticks',
  )
  doJob(w, 'campaigns.report')
  const failedCount = unknown.length + suffixes.reduce((sum, code) => sum + failing[code].people, 0)
  const sent = AUDIENCE + 1 - 3 - failedCount
  const figures = Object.fromEntries(Object.entries((await one()).figures).filter(([, count]) => count !== 0))
  expect(figures).toEqual({
    total: AUDIENCE + 2,
    sent,
    delivered: sent - accepted().filter(({ status }) => status === 'sent').length,
    read: readers.length,
    failed: failedCount,
    skipped: 4,
  })

  // The spreadsheet says the same, in words.
  const sheet = await (await admin.request(`/api/campaigns/${id}/deliveries/export`)).arrayBuffer()
  const lines = utils.sheet_to_json<Record<string, string>>(Object.values(readSheet(sheet).Sheets)[0] ?? {})
  const reasons = Map.groupBy(lines, ({ Motivo = '' }) => Motivo)
  expect(Object.fromEntries([...reasons].map(([reason, of]) => [reason, of.length]))).toEqual({
    '': sent,
    'O WhatsApp ou a Meta não conseguiu entregar a esta pessoa': 20,
    'Não escreveu nas últimas 24 horas': 6,
    'A Meta reteve a mensagem: esta pessoa já recebe ofertas demais': 9,
    'Pediu para não receber': 5,
    'Marcado para não receber': 3,
    'Sem endereço neste canal': 1,
  })
})

test('the spreadsheet has words for each reason for which Meta refuses a message', () => {
  const codes = [...new Array(1000).keys(), ...Array.from({ length: 4000 }, (_, n) => 130_000 + n)]
  const reasons = new Set(codes.map((code) => judgeUndelivered(code).reason))
  expect(reasons.size).toBeGreaterThan(15)
  for (const language of languages)
    expect([...reasons].filter((reason) => exportTexts[language].reasons[reason] === undefined)).toEqual([])
})

type Row = Readonly<Record<'number' | 'state', string> & Record<'reason' | 'externalId', string | null>>

function reasonFor(number: string, unknown: readonly string[]): string | null {
  const code = suffixes.find((suffix) => number.endsWith(String(suffix)))
  if (code) return failing[code].reason
  return unknown.includes(number) ? 'unreachable' : null
}
