/** Visits of the last month in the sample company, so that dashboard and reports have something to count. All invented, always the same. */
import { calendarAround } from '../../platform/days'
import { MINUTE } from '../../platform/time'

export type MonthVisit = {
  /** When the customer wrote. */
  readonly at: number
  readonly phone: string
  readonly name: string
  readonly by: string
  readonly queue: string
  readonly asks: string
  readonly says: string
  /** Minutes until somebody answered, and until the conversation was closed. */
  readonly waits: number
  readonly takes: number
  /** The answer to the question at the end; null for one that was not asked. */
  readonly rated: { readonly asked: 'csat' | 'nps'; readonly answer: string | null } | null
}

const firstNames = ['Adriana', 'Bruno', 'Cecília', 'Danilo', 'Estela', 'Fábio', 'Gisele', 'Heitor', 'Ivana', 'Jorge']
const lastNames = ['Antunes', 'Barreto', 'Coelho', 'Drummond', 'Esteves']
const customers = firstNames.flatMap((first, at) =>
  lastNames.map((last, nth) => ({
    name: `${first} ${last}`,
    phone: `55219977${String(100 * at + nth).padStart(5, '0')}`,
  })),
)

type Topic = { readonly queue: string; readonly by: readonly string[]; readonly says: readonly [string, string][] }
/** Sales are half of all. */
const sales: Topic = {
  queue: 'Vendas',
  by: ['Juliana Reis', 'Juliana Reis', 'Camila Prado', 'Lívia Moraes'],
  says: [
    ['A mesa Ipê vem montada?', 'Vem desmontada, e a montagem é por nossa conta.'],
    ['Qual o preço do sofá Aurora de três lugares?', 'R$ 3.490, ou 10x sem juros.'],
    ['Tem a cadeira Leme na cor terracota?', 'Tem sim, seis peças em estoque.'],
    ['Vocês entregam em Maricá?', 'Entregamos às quintas-feiras.'],
    ['O rack Arpoador cabe uma TV de 65?', 'Cabe, ele tem 1,80 m de largura.'],
    ['Consigo um desconto à vista?', 'No Pix são 5% de desconto.'],
  ],
}
const service: Topic = {
  queue: 'Pós-venda',
  by: ['Camila Prado', 'Natália Queiroz', 'Natália Queiroz'],
  says: [
    ['A gaveta da cômoda não fecha direito', 'Vou agendar a visita de um técnico para esta semana.'],
    ['Minha entrega era ontem e não chegou', 'Peço desculpas! Ela sai hoje à tarde, confirmei com o motorista.'],
    ['Faltou o manual de montagem', 'Segue o manual em PDF. Qualquer dúvida, me chame.'],
    ['O tecido do sofá manchou', 'A garantia cobre a limpeza. Pode ser na sexta?'],
  ],
}
const money: Topic = {
  queue: 'Financeiro',
  by: ['Otávio Lima'],
  says: [
    ['Preciso da nota fiscal do pedido', 'Acabei de enviar para o seu e-mail.'],
    ['Posso trocar o boleto por Pix?', 'Pode, segue a chave.'],
    ['Quando vence a próxima parcela?', 'No dia 10, e o boleto chega três dias antes.'],
  ],
}
const topics = [sales, service, sales, money, service, sales] as const

/** Conversations on each day of the week, from Monday: the shop is closed on Sundays. */
const busy = [7, 6, 6, 6, 6, 3, 0]
/** More come in the late morning and after lunch. */
const hours = [8, 9, 9, 10, 10, 10, 11, 11, 12, 13, 14, 14, 15, 15, 16]
const DAYS = 30

/** In order. Those of today are over by `now`. */
export function monthVisits(now: number, timeZone: string): readonly MonthVisit[] {
  const calendar = calendarAround(now, timeZone)
  const visits: MonthVisit[] = []
  for (let ago = DAYS; ago >= 0; ago--) {
    const weekday = Temporal.Instant.fromEpochMilliseconds(calendar(-ago, 12)).toZonedDateTimeISO(timeZone).dayOfWeek
    for (let nth = 0; nth < (busy[weekday - 1] ?? 0); nth++) visits.push(visit(ago, nth, calendar))
  }
  return visits
    .filter(({ at, waits, takes }) => at + (waits + takes + ANSWERED) * MINUTE < now)
    .toSorted((a, b) => a.at - b.at)
}

/** Minutes after which a question is answered. */
export const ANSWERED = 3

function visit(ago: number, nth: number, calendar: ReturnType<typeof calendarAround>): MonthVisit {
  const seed = ago * 37 + nth * 11
  const { queue, by, says } = from(topics, seed)
  const [asks, answer] = from(says, seed + ago)
  const isAsked = seed % 3 === 0
  const kind = seed % 2 === 0 ? 'csat' : 'nps'
  const grade = from(
    kind === 'csat' ? ['3', '3', '2', '3', '1', '3'] : ['10', '9', '8', '10', '6', '9', '10'],
    seed * 5 + nth,
  )
  return {
    ...from(customers, seed * 7),
    at: calendar(-ago, from(hours, ago * 7 + nth * 4), (seed * 13) % 60),
    queue,
    by: from(by, seed + nth),
    asks,
    says: answer,
    waits: 1 + ((seed * 3) % 9) + (nth % 4),
    takes: 6 + ((seed * 17) % 34),
    rated: isAsked ? { asked: kind, answer: seed % 5 === 0 ? null : grade } : null,
  }
}

const from = <T>(list: readonly T[], at: number): T => {
  const one = list[at % list.length]
  if (one === undefined) throw new Error('an empty list')
  return one
}
