/** Invented data of the sample company: two ratings, and answers of the last weeks. */

import type { Actor } from '../../actor'
import { findDefaultConnection } from '../../channels/connections/queries'
import { READ } from '../../channels/contract'
import { type Cx, createCx, noExits } from '../../platform/cx'
import { calendarAround } from '../../platform/days'
import { createExtensions } from '../../platform/extensions'
import { execute, getRows, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { MINUTE } from '../../platform/time'
import { listQueues } from '../../queues/queries'
import { isEnabled, writeSetting } from '../../settings/settings'
import { autoResponders } from '../../tickets/auto-responders'
import { changeTicket } from '../../tickets/moves/actions'
import { receiveReceipts, settleMessage } from '../../tickets/receipts/receipts'
import { receiveMessages } from '../../tickets/receiving/receive'
import { sendMessage } from '../../tickets/sending/send'
import { findActor } from '../../users/people'
import { users } from '../../users/tables'
import { createCategory, createRating } from './actions'
import { ratingSubscribers, takeAnswer } from './asking'
import { ANSWERED, type MonthVisit, monthVisits } from './sample-month'

type Visit = {
  readonly daysAgo: number
  readonly who: number
  readonly by: string
  readonly queue: string
  readonly asks: string
  readonly says: string
  readonly asked: 'csat' | 'nps'
  /** The customer's answers to the question and to the one for a comment. */
  readonly answers: readonly string[]
}

const people = [
  ['5521991110041', 'Sílvia Moreira'],
  ['5521991110042', 'Caio Bittencourt'],
  ['5521991110043', 'Lúcia Farias'],
  ['5521991110044', 'Marcos Teles'],
  ['5521991110045', 'Ingrid Paiva'],
  ['5521991110046', 'Wagner Brandão'],
] as const

const visits: readonly Visit[] = [
  visit(
    33,
    0,
    'Camila Prado',
    'Pós-venda',
    'A gaveta da cômoda está travando',
    'Mando um técnico amanhã de manhã, Sílvia.',
    'csat',
    '3',
    'Resolveram no dia seguinte',
  ),
  visit(31, 1, 'Juliana Reis', 'Vendas', 'Qual o prazo da mesa Ipê?', 'Dez dias úteis, Caio.', 'nps', '9'),
  visit(
    30,
    2,
    'Otávio Lima',
    'Financeiro',
    'Preciso da segunda via do boleto',
    'Segue o boleto atualizado, Lúcia.',
    'csat',
    '2',
  ),
  visit(
    27,
    3,
    'Camila Prado',
    'Pós-venda',
    'O sofá veio com a cor errada',
    'Trocamos sem custo, Marcos. Agendei para sexta.',
    'csat',
    '1',
    'Demorou três dias para alguém responder',
  ),
  visit(
    26,
    4,
    'Juliana Reis',
    'Vendas',
    'Vocês fazem estante sob medida?',
    'Fazemos sim, Ingrid! Me passa as medidas?',
    'nps',
    '10',
  ),
  visit(
    24,
    5,
    'Otávio Lima',
    'Financeiro',
    'Fui cobrado duas vezes',
    'Estornei a segunda cobrança, Wagner.',
    'nps',
    '6',
    'Resolveu, mas o erro foi de vocês',
  ),
  visit(
    22,
    0,
    'Juliana Reis',
    'Vendas',
    'Tem a poltrona Leme em couro?',
    'Só em tecido, Sílvia. Quer ver as cores?',
    'csat',
    '3',
  ),
  visit(20, 1, 'Camila Prado', 'Pós-venda', 'Faltou um parafuso na cadeira', 'Enviei hoje pelo correio, Caio.', 'csat'),
  visit(
    19,
    2,
    'Juliana Reis',
    'Vendas',
    'Parcela em quantas vezes?',
    'Em até dez sem juros, Lúcia.',
    'nps',
    '9',
    'Atendimento rápido',
  ),
  visit(
    17,
    3,
    'Camila Prado',
    'Pós-venda',
    'A troca do sofá foi feita, obrigado',
    'Que bom, Marcos! Qualquer coisa, estamos aqui.',
    'csat',
    '3',
    'Agora ficou perfeito, a Camila foi ótima',
  ),
  visit(
    15,
    4,
    'Juliana Reis',
    'Vendas',
    'As medidas são 2,10 por 0,40',
    'Orçamento a caminho, Ingrid.',
    'nps',
    '10',
    'Adorei o atendimento',
  ),
  visit(13, 5, 'Otávio Lima', 'Financeiro', 'O estorno caiu?', 'Caiu ontem, Wagner.', 'csat', '2'),
  visit(
    11,
    0,
    'Camila Prado',
    'Pós-venda',
    'Como limpo o tecido da poltrona?',
    'Só pano úmido e sabão neutro, Sílvia.',
    'csat',
    '3',
  ),
  visit(
    10,
    1,
    'Otávio Lima',
    'Financeiro',
    'Emitem nota no CNPJ?',
    'Sim, Caio. Me envie o número, por favor.',
    'nps',
    '7',
  ),
  visit(8, 2, 'Juliana Reis', 'Vendas', 'Entregam em Petrópolis?', 'Entregamos, Lúcia, às terças e sextas.', 'csat'),
  visit(
    6,
    3,
    'Juliana Reis',
    'Vendas',
    'Quero mais duas cadeiras Ipê',
    'Separei as duas para você, Marcos.',
    'nps',
    '8',
  ),
  visit(5, 4, 'Camila Prado', 'Pós-venda', 'A montagem ficou para que dia?', 'Quinta, às 14h, Ingrid.', 'csat', '3'),
  visit(
    4,
    5,
    'Camila Prado',
    'Pós-venda',
    'A porta do armário está desalinhada',
    'O montador passa amanhã, Wagner.',
    'csat',
    '2',
    'Podiam ter alinhado na montagem',
  ),
  visit(2, 0, 'Juliana Reis', 'Vendas', 'Ainda tem a luminária Arpoador?', 'Restam três, Sílvia!', 'nps', '10'),
]

function visit(
  ...[daysAgo, who, by, queue, asks, says, asked, ...answers]: [
    number,
    number,
    string,
    string,
    string,
    string,
    'csat' | 'nps',
    ...string[],
  ]
): Visit {
  return { daysAgo, who, by, queue, asks, says, asked, answers }
}

/** When each customer wrote, relative to `now`. */
export function visitTimes(now: number, timeZone: string): readonly number[] {
  const calendar = calendarAround(now, timeZone)
  return visits.map(({ daysAgo, who }) => calendar(-daysAgo, 10 + who))
}

export function addRatings(outside: Cx) {
  const connection = findDefaultConnection(outside.db)
  const actors = actorsOf(outside)
  const [admin] = actors.values()
  if (!connection || !admin) return
  const now = outside.now()
  let clock = now
  const extensions = createExtensions(ratingSubscribers, [autoResponders.filledWith(takeAnswer)])
  const past = createCx(
    outside.tenant,
    () => outside.db,
    () => clock,
    { ...noExits, extensions },
  )
  past.transaction((cx) => {
    const was = isEnabled(cx.db, 'userRating')
    writeSetting(cx.db, 'userRating', 'enabled')
    const asked = addDefinitions(cx, admin)
    const times = visitTimes(now, outside.tenant.timeZone)
    const queueIds = new Map(listQueues(cx.db).map(({ id, name }) => [name, id]))
    const all = [
      ...visits.map((one, nth) => ({ at: times[nth] ?? now, by: one.by, played: ofVisit(one) })),
      ...monthVisits(now, outside.tenant.timeZone).map((one) => ({ at: one.at, by: one.by, played: ofMonth(one) })),
    ].toSorted((a, b) => a.at - b.at)
    for (const { at, by, played } of all) {
      clock = at
      const actor = actors.get(by) ?? admin
      play(cx, played, { connectionId: connection.id, actor, asked, queueIds, wait: (ms) => (clock += ms) })
    }
    deliverAll(cx)
    // None waits for an answer any more.
    execute(cx.db, 'UPDATE ticket_ratings SET expires_at = min(expires_at, ?)', now)
    writeSetting(cx.db, 'userRating', was ? 'enabled' : 'disabled')
  })
}

type AskedCounts = Readonly<Record<Visit['asked'], number>>

function addDefinitions(cx: Cx, admin: Actor): AskedCounts {
  const [service, brand] = ['Atendimento', 'Marca'].map((descricao) => createCategory(cx, admin, { descricao }).id)
  const csat = createRating(cx, admin, {
    name: 'Satisfação com o atendimento',
    type: 'csat',
    message: '{{firstName}}, como foi o seu atendimento? Responda com o número:',
    asksComment: true,
    commentMessage: 'Obrigado! O que podemos melhorar?',
    thanks: 'Anotado, {{firstName}}. Obrigado!',
    categoryRatingId: service ?? null,
  })
  const nps = createRating(cx, admin, {
    name: 'Recomendação da loja',
    type: 'nps',
    message: 'De 0 a 10, quanto você recomendaria a Casa Aurora a um amigo?',
    asksComment: true,
    commentMessage: 'Obrigado! Conta para a gente o motivo da sua nota?',
    categoryRatingId: brand ?? null,
  })
  createRating(cx, admin, {
    name: 'Entrega no prazo',
    type: 'csat',
    message: 'A sua entrega chegou no dia combinado?',
    options: [
      { value: 1, name: 'Sim', order: 0, satisfied: true },
      { value: 2, name: 'Não', order: 1, satisfied: false },
    ],
    active: false,
    categoryRatingId: service ?? null,
  })
  return { csat: csat.id, nps: nps.id }
}

type Scene = {
  readonly connectionId: number
  readonly actor: Actor
  readonly asked: AskedCounts
  readonly queueIds: ReadonlyMap<string, number>
  wait(ms: number): void
}

type SampleVisit = Pick<MonthVisit, 'phone' | 'name' | 'queue' | 'asks' | 'says' | 'waits' | 'takes'> & {
  readonly asked: Visit['asked'] | null
  readonly answers: readonly string[]
  /** Minutes between question and answer. */
  readonly answersAfter: number
}

/** Plays one visit: the customer asks, is attended, and rates. */
function play(
  cx: Cx,
  { phone, name, queue, asks, says, waits, takes, asked: kind, answers, answersAfter }: SampleVisit,
  { connectionId, actor, asked, queueIds, wait }: Scene,
) {
  const write = (body: string) => {
    const externalId = `3EB0${phone}${cx.now()}`
    const said = {
      chat: [{ kind: 'phone' as const, value: phone }],
      pushName: name,
      body,
      externalId,
      sentAt: cx.now(),
    }
    receiveMessages(cx, connectionId, [{ ...said, ...plain }])
  }
  write(asks)
  const ticketId = latestTicket(cx.db)
  wait(waits * MINUTE)
  changeTicket(cx, actor, ticketId, { want: 'accept', queueId: queueIds.get(queue) ?? null })
  sendMessage(cx, actor, ticketId, { kind: 'chat', body: says, media: null, quotedId: null, clientId: null })
  wait(takes * MINUTE)
  changeTicket(cx, actor, ticketId, { want: 'close', farewell: false, ...(kind && { rating: asked[kind] }) })
  for (const answer of answers) {
    wait(answersAfter * MINUTE)
    write(answer)
  }
}

const ofVisit = ({ daysAgo, who, answers, ...visit }: Visit): SampleVisit => {
  const [phone, name] = people[who] ?? people[0]
  return { ...visit, phone, name, waits: 1 + (daysAgo % 7), takes: 9 + who * 6, answers, answersAfter: 4 }
}
const ofMonth = ({ rated, ...visit }: MonthVisit): SampleVisit => ({
  ...visit,
  asked: rated?.asked ?? null,
  answers: rated?.answer ? [rated.answer] : [],
  answersAfter: ANSWERED,
})

const plain = {
  fromMe: false,
  isGroup: false,
  author: null,
  kind: 'chat',
  media: null,
  quotedExternalId: null,
  quotedBody: null,
} as const

const latestTicket = (db: Db): number => Number(getValue(db, 'SELECT max(id) FROM tickets'))

/** Marks all messages as sent and read, because no messenger does it here. */
function deliverAll(cx: Cx) {
  const waiting = getRows<{ id: number; externalId: string; connectionId: number }>(
    cx.db,
    'SELECT m.id, m.external_id AS externalId, m.connection_id AS connectionId FROM outbox o JOIN messages m ON m.id = o.message_id',
  )
  for (const { id, externalId, connectionId } of waiting) {
    execute(cx.db, 'DELETE FROM outbox WHERE message_id = ?', id)
    settleMessage(cx, id, { failure: null })
    receiveReceipts(cx, connectionId, [{ externalIds: [externalId], chat: [], ack: READ, participant: null }])
  }
}

/** Actors by name; an admin comes first. */
function actorsOf(cx: Cx): Map<string, Actor> {
  const all = cx.db.select().from(users).all()
  all.sort((a, b) => Number(b.profile === 'admin') - Number(a.profile === 'admin') || a.id - b.id)
  return new Map(
    all.flatMap(({ id, name }) => {
      const actor = findActor(cx.db, id, cx.tenant, 'sample')
      return actor ? [[name, actor] as const] : []
    }),
  )
}
