/** Exports the report, a hundred rows at a time, and its views as spreadsheets. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { dayAt, type Period } from '../../platform/days'
import { type Cell, momentIn } from '../../platform/spreadsheets/cells'
import type { Language } from '../../texts/languages'
import { type TicketTab, ticketTab } from '../../tickets/contract'
import type { Grouping, ReportFigures, ReportSummary, ReportTicket } from './contract'
import type { ReportFilter } from './filter'
import { everyRow } from './queries'

const heads: Readonly<Record<Language, readonly string[]>> = {
  'pt-BR': [
    ...['Protocolo', 'Contato', 'Número', 'Atendente', 'Fila', 'Conexão', 'Etiquetas', 'Estado'],
    ...['Aberto', 'Aceito', 'Fechado', 'Espera (min)', 'Duração (min)', 'Nota', 'Resposta'],
  ],
  en: [
    ...['Protocol', 'Contact', 'Number', 'Attendant', 'Queue', 'Connection', 'Tags', 'State'],
    ...['Opened', 'Accepted', 'Closed', 'Wait (min)', 'Handling (min)', 'Score', 'Answer'],
  ],
  es: [
    ...['Protocolo', 'Contacto', 'Número', 'Agente', 'Cola', 'Conexión', 'Etiquetas', 'Estado'],
    ...['Abierta', 'Aceptada', 'Cerrada', 'Espera (min)', 'Duración (min)', 'Nota', 'Respuesta'],
  ],
  tr: [
    ...['Protokol', 'Kişi', 'Numara', 'Temsilci', 'Kuyruk', 'Bağlantı', 'Etiketler', 'Durum'],
    ...['Açılış', 'Kabul', 'Kapanış', 'Bekleme (dk)', 'Süre (dk)', 'Puan', 'Yanıt'],
  ],
}

const sheetNames: Readonly<Record<Language, string>> = {
  'pt-BR': 'Atendimentos',
  en: 'Conversations',
  es: 'Conversaciones',
  tr: 'Görüşmeler',
}
const between: Readonly<Record<Language, string>> = { 'pt-BR': 'a', en: 'to', es: 'a', tr: '-' }

/** The name of the exported file, without its ending: `Atendimentos 2026-11-01 a 2026-11-28`. Null: any time. */
export function nameOfReport(language: Language, period: Period | null, timeZone: string): string {
  const name = sheetNames[language]
  if (!period) return name
  const [from, to] = [dayAt(period.from, timeZone), dayAt(period.to - 1, timeZone)]
  return from === to ? `${name} ${from}` : `${name} ${from} ${between[language]} ${to}`
}

const states: Readonly<Record<Language, Readonly<Record<TicketTab, string>>>> = {
  'pt-BR': { pending: 'Aguardando', bot: 'Com o bot', open: 'Em atendimento', closed: 'Fechado' },
  en: { pending: 'Waiting', bot: 'With the bot', open: 'Open', closed: 'Closed' },
  es: { pending: 'En espera', bot: 'Con el bot', open: 'En atención', closed: 'Cerrada' },
  tr: { pending: 'Bekliyor', bot: 'Botla', open: 'Görüşülüyor', closed: 'Kapandı' },
}

export async function* exportReport(
  cx: Cx,
  actor: () => Actor,
  filter: ReportFilter,
  language: Language,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield [heads[language]]
  const moment = momentIn(cx.tenant.timeZone)
  const at = (written: string | null) => (written === null ? '' : moment(Date.parse(written)))
  const minutes = (seconds: number | null) => (seconds === null ? '' : Math.round(seconds / 6) / 10)
  for await (const rows of everyRow(cx, actor, filter))
    yield rows.map((row: ReportTicket) => [
      ...[row.code, row.contactName, row.contact.number ?? '', row.userName ?? '', row.queueName ?? ''],
      ...[row.whatsappName, row.tags.map(({ name }) => name).join(', '), states[language][ticketTab(row)]],
      ...[at(row.createdAt), at(row.acceptedAt), at(row.closedAt), minutes(row.waitTime), minutes(row.supportTime)],
      ...[row.NPS ?? '', row.rating?.label ?? ''],
    ])
}

const groups: Readonly<Record<Language, Readonly<Record<Grouping, string>>>> = {
  'pt-BR': { attendants: 'Atendente', queues: 'Fila', tags: 'Etiqueta', connections: 'Conexão' },
  en: { attendants: 'Attendant', queues: 'Queue', tags: 'Tag', connections: 'Connection' },
  es: { attendants: 'Agente', queues: 'Cola', tags: 'Etiqueta', connections: 'Conexión' },
  tr: { attendants: 'Temsilci', queues: 'Kuyruk', tags: 'Etiket', connections: 'Bağlantı' },
}

const figures = [
  ...(['opened', 'closed', 'avgWaitTime', 'avgSupportTime', 'received', 'sent', 'asked', 'answered'] as const),
  ...(['rating', 'promoters', 'passives', 'detractors', 'nps'] as const),
] satisfies readonly (keyof ReportFigures)[]

const figureHeads: Readonly<Record<Language, readonly string[]>> = {
  'pt-BR': [
    ...[
      'Recebidos',
      'Finalizados',
      'Espera média (s)',
      'Atendimento médio (s)',
      'Mensagens recebidas',
      'Mensagens enviadas',
    ],
    ...['Perguntas', 'Respostas', 'Nota (de 3)', 'Promotores', 'Neutros', 'Detratores', 'NPS'],
  ],
  en: [
    ...['Received', 'Closed', 'Average wait (s)', 'Average handling (s)', 'Messages received', 'Messages sent'],
    ...['Asked', 'Answered', 'Score (of 3)', 'Promoters', 'Passives', 'Detractors', 'NPS'],
  ],
  es: [
    ...[
      'Recibidas',
      'Finalizadas',
      'Espera media (s)',
      'Atención media (s)',
      'Mensajes recibidos',
      'Mensajes enviados',
    ],
    ...['Preguntas', 'Respuestas', 'Nota (de 3)', 'Promotores', 'Neutros', 'Detractores', 'NPS'],
  ],
  tr: [
    ...['Gelen', 'Kapanan', 'Ortalama bekleme (sn)', 'Ortalama görüşme (sn)', 'Gelen mesaj', 'Gönderilen mesaj'],
    ...['Sorulan', 'Yanıtlanan', 'Puan (3 üzerinden)', 'Destekleyenler', 'Pasifler', 'Eleştirenler', 'NPS'],
  ],
}

/** A ready-made view: a header and a row for each entry. */
export const sheetOfSummary = (
  { rows }: ReportSummary,
  by: Grouping,
  language: Language,
): readonly (readonly (string | number)[])[] => [
  [groups[language][by], ...figureHeads[language]],
  ...rows.map((row) => [row.name ?? '–', ...figures.map((name) => row[name] ?? '')]),
]
