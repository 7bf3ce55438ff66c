/** The sample story: a small furniture shop in Rio with its users, queues and past conversations. All invented. */

import type { Profile } from '../../actor'
import { usualWeek, type WeekHours } from '../../hours/contract'
import { calendarAround } from '../../platform/days'
import { MINUTE } from '../../platform/time'
import type { UserStatus } from '../../users/contract'

export const company = 'Casa Aurora Móveis'
export const connection = { name: 'Loja Centro', phone: '552130421180' }

export const queues = [
  { name: 'Vendas', color: '#2563eb' },
  { name: 'Pós-venda', color: '#0d9488' },
  { name: 'Financeiro', color: '#ca8a04' },
] as const
export type QueueName = (typeof queues)[number]['name']

export type Person = {
  readonly name: string
  readonly email: string
  readonly profile: Profile
  readonly queues: readonly QueueName[]
  readonly hours?: WeekHours
  readonly farewell?: string
  readonly limit?: number
  readonly status?: UserStatus
}
export const admin: Person = {
  name: 'Rafael Nogueira',
  email: 'rafael@aurora.example',
  profile: 'admin',
  queues: ['Vendas', 'Pós-venda', 'Financeiro'],
}
export const attendants = [
  { name: 'Camila Prado', email: 'camila@aurora.example', profile: 'user', queues: ['Vendas', 'Pós-venda'] },
  { name: 'Otávio Lima', email: 'otavio@aurora.example', profile: 'user', queues: ['Financeiro'] },
  { name: 'Juliana Reis', email: 'juliana@aurora.example', profile: 'user', queues: ['Vendas'] },
] as const satisfies readonly Person[]
/** Colleagues who are offline. */
export const colleagues = [
  {
    name: 'Lívia Moraes',
    email: 'livia@aurora.example',
    profile: 'supervisor',
    queues: ['Vendas', 'Pós-venda'],
    status: 'away',
  },
  {
    name: 'Natália Queiroz',
    email: 'natalia@aurora.example',
    profile: 'user',
    queues: ['Pós-venda'],
    hours: usualWeek,
    farewell: 'Obrigada pelo contato, {{firstName}}! A Casa Aurora agradece.',
    limit: 8,
  },
  {
    name: 'Simone de Almeida',
    email: 'simone@aurora.example',
    profile: 'user',
    queues: ['Vendas', 'Pós-venda'],
    hours: { ...usualWeek, same: true, every: { from: '22:00', to: '06:00' } },
    limit: 5,
    status: 'busy',
  },
] as const satisfies readonly Person[]
type Attendant = (typeof attendants)[number]['name'] | (typeof colleagues)[number]['name']

/** Simulated phones that have not written today. */
export const customers = [
  { phone: '5521996124087', name: 'Mariana Duarte' },
  { phone: '5511982207741', name: 'Tiago Albuquerque' },
  { phone: '5521988472310', name: 'Helena Marques' },
] as const

/**
 * Past messages have a time of day within opening hours. Waiting contacts have a relative time, so that their wait is
 * the same at any hour.
 */
type When = { readonly minutesAgo: number } | { readonly daysAgo: number; readonly at: readonly [number, number] }
export type Line = When & { readonly by: 'contact' | Attendant; readonly text: string }
export type SampleConversation = {
  readonly phone: string
  readonly name: string
  readonly queue: QueueName | null
  readonly ends: 'waiting' | 'open' | 'closed'
  readonly lines: readonly Line[]
}

export const conversations: readonly SampleConversation[] = [
  {
    phone: '5521996124087',
    name: 'Mariana Duarte',
    queue: 'Pós-venda',
    ends: 'closed',
    lines: [
      {
        daysAgo: 3,
        at: [11, 4],
        by: 'contact',
        text: 'Oi! Queria saber quando chega o sofá Aurora que comprei dia 3',
      },
      {
        daysAgo: 3,
        at: [11, 10],
        by: 'Camila Prado',
        text: 'Oi, Mariana! O pedido 48.213 sai do depósito amanhã e chega na quinta, entre 8h e 12h.',
      },
      { daysAgo: 3, at: [11, 11], by: 'contact', text: 'Maravilha, obrigada!' },
    ],
  },
  {
    phone: '5521995520148',
    name: 'Eduarda Rezende',
    queue: 'Vendas',
    ends: 'closed',
    lines: [
      { daysAgo: 2, at: [14, 26], by: 'contact', text: 'Boa tarde, a poltrona Leme tem em outras cores?' },
      {
        daysAgo: 2,
        at: [14, 30],
        by: 'Juliana Reis',
        text: 'Boa tarde, Eduarda! Temos nas cores areia, grafite e musgo.',
      },
      { daysAgo: 2, at: [14, 35], by: 'contact', text: 'Adorei a musgo. Passo na loja no sábado' },
    ],
  },
  {
    phone: '5521972003316',
    name: 'Beatriz Vasconcelos',
    queue: 'Financeiro',
    ends: 'closed',
    lines: [
      { daysAgo: 1, at: [15, 41], by: 'contact', text: 'Consigo pagar a segunda parcela por Pix?' },
      {
        daysAgo: 1,
        at: [15, 44],
        by: 'Otávio Lima',
        text: 'Consegue sim, Beatriz. A chave é o CNPJ da loja.',
      },
      { daysAgo: 1, at: [15, 53], by: 'contact', text: 'Paguei, segue o comprovante por e-mail' },
    ],
  },
  {
    phone: '5521987650011',
    name: 'João Pedro Sant’Anna',
    queue: 'Vendas',
    ends: 'waiting',
    lines: [
      { minutesAgo: 27, by: 'contact', text: 'Oi! Vocês entregam em Niterói?' },
      { minutesAgo: 26, by: 'contact', text: 'É a mesa Ipê de 6 lugares' },
    ],
  },
  {
    phone: '5521976540022',
    name: 'Aline Fontoura',
    queue: 'Pós-venda',
    ends: 'waiting',
    lines: [{ minutesAgo: 8, by: 'contact', text: 'A visita técnica de sábado continua marcada para as 9h?' }],
  },
  {
    phone: '5521965430033',
    name: 'Nelson Shimizu',
    queue: null,
    ends: 'waiting',
    lines: [{ minutesAgo: 3, by: 'contact', text: 'Oi, a estante veio com um parafuso a menos' }],
  },
  {
    phone: '5521954310041',
    name: 'Patrícia Camargo',
    queue: 'Vendas',
    ends: 'open',
    lines: [
      { minutesAgo: 52, by: 'contact', text: 'Vocês fazem o aparador Arpoador com 1,60 m?' },
      { minutesAgo: 47, by: 'Lívia Moraes', text: 'Fazemos sob medida, Patrícia. Segue o orçamento: R$ 1.980.' },
      { minutesAgo: 18, by: 'contact', text: 'Dá para fazer em jequitibá?' },
    ],
  },
  {
    phone: '5521954310042',
    name: 'Henrique Bastos',
    queue: 'Vendas',
    ends: 'open',
    lines: [
      { minutesAgo: 95, by: 'contact', text: 'O conjunto de jantar sai por quanto parcelado?' },
      { minutesAgo: 84, by: 'Lívia Moraes', text: 'Em 6x sem juros, R$ 489 cada, Henrique.' },
      { minutesAgo: 78, by: 'contact', text: 'E à vista?' },
      { minutesAgo: 74, by: 'Lívia Moraes', text: 'R$ 2.640 no Pix, com a entrega incluída.' },
    ],
  },
  {
    phone: '5521954310043',
    name: 'Condomínio Solar',
    queue: 'Vendas',
    ends: 'open',
    lines: [
      { minutesAgo: 130, by: 'contact', text: 'Fechado: doze cadeiras Ipê para o salão de festas.' },
      { minutesAgo: 121, by: 'Lívia Moraes', text: 'Maravilha! Vou emitir a nota no CNPJ do condomínio.' },
    ],
  },
  {
    phone: '5521954310044',
    name: 'Sônia Guimarães',
    queue: 'Pós-venda',
    ends: 'open',
    lines: [
      { minutesAgo: 41, by: 'contact', text: 'A poltrona chegou com um rasgo no braço' },
      { minutesAgo: 36, by: 'Natália Queiroz', text: 'Sinto muito, Sônia! Pode me mandar uma foto do rasgo?' },
      { minutesAgo: 6, by: 'contact', text: 'Mando assim que chegar em casa' },
    ],
  },
  {
    phone: '5521954310045',
    name: 'Renato Chagas',
    queue: 'Pós-venda',
    ends: 'open',
    lines: [
      { minutesAgo: 63, by: 'contact', text: 'O montador não apareceu hoje cedo' },
      { minutesAgo: 55, by: 'Natália Queiroz', text: 'Falei com ele agora, Renato: chega até as 17h.' },
    ],
  },
]

/** Times of a conversation's lines, relative to `now`. */
export function timesOf({ lines }: SampleConversation, now: number, timeZone: string): readonly number[] {
  const calendar = calendarAround(now, timeZone)
  return lines.map((line) =>
    'minutesAgo' in line ? now - line.minutesAgo * MINUTE : calendar(-line.daysAgo, ...line.at),
  )
}

/** A contact's message has the same id on the desk and on the simulated phone, so the phone can show read receipts. */
export const messageIdOf = ({ phone }: Pick<SampleConversation, 'phone'>, line: number): string =>
  `3EB0${phone}${String(line).padStart(4, '0')}`
