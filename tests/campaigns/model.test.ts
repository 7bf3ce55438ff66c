/** Random events in random order, with clock jumps: nobody gets a message twice, and the counters match the rows. */
import { expect, test } from 'bun:test'
import { isEditable, LOCKED_BEFORE } from '../../src/features/campaigns/contract'
import { isYes } from '../../src/features/campaigns/outcomes'
import { LOJA } from '../support/company-world'
import { createRandom } from '../support/random'
import { addList, type CampaignCompany, campaignCompany, numberOf, people } from './support'

const PEOPLE = 30
const STEPS = 120
const HOUR = 3_600_000

for (const seed of [1, 2, 3, 4])
  test(`120 random events keep two campaigns consistent (${seed})`, async () => {
    const { between, pick, oneIn } = createRandom(seed)
    const at = await campaignCompany({ coldCap: between(5, 60), messageInterval: seed % 2 === 0 ? 0 : 5 })
    const { w, make, act, run, later, quiet, sentMessages } = at
    const contactListId = addList(w, people(PEOPLE))
    const ids = [
      (await make({ name: 'Uma', message1: 'uma', contactListId })).id,
      (
        await make({
          name: 'Outra',
          message1: 'outra',
          confirmation: true,
          confirmationMessage1: 'pode?',
          contactListId: addList(w, people(PEOPLE)),
        })
      ).id,
    ]
    const gone = new Map<string, number>()
    const someone = () => numberOf(between(1, PEOPLE))
    const say = (number: string, words: string) => {
      if (!sentMessages().some(({ to }) => to === number)) return
      w.whatsapp.person(number).says(words)
      if (words === 'SAIR' && !gone.has(number)) gone.set(number, sentMessages().length)
    }
    const things: (() => unknown)[] = [
      run,
      run,
      () => later(between(0, 20) * 1000),
      () => later(between(-1, 3) * HOUR),
      () => act(pick(ids), 'start'),
      () => act(pick(ids), 'cancel'),
      () => act(pick(ids), 'restart'),
      () => say(someone(), 'sim'),
      () => say(someone(), 'quem é?'),
      () => oneIn(3) && say(someone(), 'SAIR'),
      () => tick(at, between, oneIn),
      quiet,
    ]
    for (let step = 0; step < STEPS; step++) {
      await pick(things)()
      expect(miscounted(at)).toEqual([])
    }
    await quiet()
    const campaigning = sentMessages().filter(({ body }) => ['uma', 'outra', 'pode?'].includes(body))
    expect(new Set(campaigning.map(({ to, body }) => `${to} ${body}`)).size).toBe(campaigning.length)
    for (const [number, before] of gone)
      expect(
        sentMessages()
          .slice(before)
          .filter(({ to, body }) => to === number && ['uma', 'outra', 'pode?'].includes(body)),
      ).toEqual([])
  })

function tick(
  { w }: CampaignCompany,
  between: (from: number, to: number) => number,
  oneIn: (cases: number) => boolean,
) {
  const sent = w.telephones.sent
  const one = sent[between(0, sent.length)]
  if (one) w.telephones.receipt(w.refOf(LOJA), [one.externalId], oneIn(2) ? 3 : 4)
}

/** Counters that differ from their campaign's rows. */
const miscounted = ({ w }: CampaignCompany) =>
  w.rows(
    `SELECT campaign_id, total, waiting, cold_waiting, asked, sent, failed, skipped, delivered, read, answered, opted_out, confirmed
     FROM campaign_progress WHERE total > 0
     EXCEPT SELECT campaign_id, count(*), sum(state IN ('waiting', 'sending')), sum(state = 'waiting' AND is_cold), sum(state = 'asked'),
       sum(sent_at IS NOT NULL), sum(state = 'failed'), sum(state = 'skipped' OR (state = 'optedOut' AND sent_at IS NULL)),
       sum(delivered_at IS NOT NULL), sum(read_at IS NOT NULL), sum(answered_at IS NOT NULL), sum(state = 'optedOut'),
       sum(confirmed_at IS NOT NULL) FROM campaign_deliveries GROUP BY 1`,
  )

test('recognises words that mean yes', () => {
  const yes = [
    'Sim',
    'SIM!',
    's',
    'S.',
    'ok',
    'Ok, pode mandar',
    'Quero sim',
    'claro que sim',
    '1',
    'yes',
    'Sí',
    'evet',
    '👍🏽',
    '👍',
    'pode sim',
    'com certeza',
    'uhum',
    'lógico',
    'sim, mas que horas?',
    'siiim',
    'yes please',
    'por supuesto',
    'tabii ki',
    '*1*',
  ]
  const isMeant = (words: string) => isYes(words, 'pt-BR')
  expect(yes.filter((words) => !isMeant(words))).toEqual([])
  const no = [
    'Simone',
    'sair',
    'não',
    '',
    '10',
    'okapi',
    'agora não, ok',
    'sem interesse',
    '👎',
    'ok, mas não quero',
    'claro que não',
    'quero saber o preço',
    'ok?',
    'sim ou não?',
    'quero cancelar',
    's/n',
    'claro, se fosse de graça não',
    '1 hora',
    '11',
  ]
  expect(no.filter(isMeant)).toEqual([])
})

test('drafts and stopped campaigns can always be changed, scheduled ones until an hour before, others never', () => {
  const now = 1_000_000_000
  const changed = (status: Parameters<typeof isEditable>[0], inMs: number | null) =>
    isEditable(status, inMs === null ? null : now + inMs, now)
  expect([changed('INATIVA', null), changed('CANCELADA', -1)]).toEqual([true, true])
  expect([changed('PROGRAMADA', LOCKED_BEFORE + 1), changed('PROGRAMADA', LOCKED_BEFORE)]).toEqual([true, false])
  expect([changed('EM_ANDAMENTO', HOUR * 9), changed('FINALIZADA', null)]).toEqual([false, false])
})
