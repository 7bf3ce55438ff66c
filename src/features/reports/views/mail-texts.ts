/** The weekly mail about a saved view: what it says unless the operator has worded it anew, and its figures as lines. */
import type { MailTemplate } from '../../../settings/mail-templates/templates'
import type { Language } from '../../../texts/languages'
import type { Grouping, ReportFigures, ReportSummary } from '../contract'

const lines = (...paragraphs: readonly string[]) => paragraphs.join('\n\n')

/** Rows of a mail; the page has the rest. */
const MOST_ROWS = 20

type Words = {
  readonly total: string
  readonly messages: string
  readonly row: string
  readonly wait: string
  readonly support: string
  readonly nps: string
  readonly count: (count: number) => string
  readonly more: string
  readonly none: string
  readonly by: Readonly<Record<Grouping, string>>
}

const words: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    total: 'Atendimentos: {opened} abertos, {closed} finalizados',
    messages: 'Mensagens: {received} recebidas, {sent} enviadas',
    row: '{name}: {opened} abertos, {closed} finalizados',
    wait: 'espera média {time}',
    support: 'atendimento médio {time}',
    nps: 'NPS {nps}',
    count: (count) => (count === 1 ? '1 atendimento neste filtro' : `${count} atendimentos neste filtro`),
    more: 'e mais {n}',
    none: 'sem nome',
    by: { attendants: 'Por atendente', queues: 'Por fila', tags: 'Por etiqueta', connections: 'Por conexão' },
  },
  en: {
    total: 'Conversations: {opened} opened, {closed} closed',
    messages: 'Messages: {received} received, {sent} sent',
    row: '{name}: {opened} opened, {closed} closed',
    wait: 'average wait {time}',
    support: 'average handling {time}',
    nps: 'NPS {nps}',
    count: (count) => (count === 1 ? '1 conversation in this filter' : `${count} conversations in this filter`),
    more: 'and {n} more',
    none: 'none',
    by: { attendants: 'By attendant', queues: 'By queue', tags: 'By tag', connections: 'By connection' },
  },
  es: {
    total: 'Conversaciones: {opened} abiertas, {closed} finalizadas',
    messages: 'Mensajes: {received} recibidos, {sent} enviados',
    row: '{name}: {opened} abiertas, {closed} finalizadas',
    wait: 'espera media {time}',
    support: 'atención media {time}',
    nps: 'NPS {nps}',
    count: (count) => (count === 1 ? '1 conversación en este filtro' : `${count} conversaciones en este filtro`),
    more: 'y {n} más',
    none: 'sin nombre',
    by: { attendants: 'Por agente', queues: 'Por cola', tags: 'Por etiqueta', connections: 'Por conexión' },
  },
  tr: {
    total: 'Görüşmeler: {opened} açıldı, {closed} kapandı',
    messages: 'Mesajlar: {received} gelen, {sent} gönderilen',
    row: '{name}: {opened} açıldı, {closed} kapandı',
    wait: 'ortalama bekleme {time}',
    support: 'ortalama görüşme {time}',
    nps: 'NPS {nps}',
    count: (count) => `Bu filtrede ${count} görüşme`,
    more: 've {n} tane daha',
    none: 'adsız',
    by: { attendants: 'Temsilciye göre', queues: 'Kuyruğa göre', tags: 'Etikete göre', connections: 'Bağlantıya göre' },
  },
}

const fill = (text: string, values: Readonly<Record<string, string | number | null>>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))

const hourSigns: Readonly<Record<Language, string>> = { 'pt-BR': 'h', en: 'h', es: 'h', tr: 'sa' }
const minuteSigns: Readonly<Record<Language, string>> = { 'pt-BR': 'min', en: 'min', es: 'min', tr: 'dk' }

/** `1 h 05 min` from seconds. */
function timeOf(language: Language, seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} ${minuteSigns[language]}`
  return `${Math.floor(minutes / 60)} ${hourSigns[language]} ${String(minutes % 60).padStart(2, '0')} ${minuteSigns[language]}`
}

type Figures = { readonly count: number } | ({ readonly grouping: Grouping } & ReportSummary)

export function figureLines(language: Language, figures: Figures): string {
  const all = words[language]
  if ('count' in figures) return all.count(figures.count)
  const { total, rows, grouping } = figures
  const means = ({ avgWaitTime, avgSupportTime, nps }: ReportFigures) => [
    ...(avgWaitTime === null ? [] : [fill(all.wait, { time: timeOf(language, avgWaitTime) })]),
    ...(avgSupportTime === null ? [] : [fill(all.support, { time: timeOf(language, avgSupportTime) })]),
    ...(nps === null ? [] : [fill(all.nps, { nps })]),
  ]
  const rest = rows.length - MOST_ROWS
  return [
    [fill(all.total, total), ...means(total)].join(', '),
    fill(all.messages, total),
    ...(rows.length > 0 ? ['', `${all.by[grouping]}:`] : []),
    ...rows
      .slice(0, MOST_ROWS)
      .map((row) => [fill(all.row, { ...row, name: row.name ?? all.none }), ...means(row)].join(', ')),
    ...(rest > 0 ? [fill(all.more, { n: rest })] : []),
  ].join('\n')
}

const sampleOf = (language: Language) => ({
  name: 'Ana',
  view: { 'pt-BR': 'Vendas', en: 'Sales', es: 'Ventas', tr: 'Satış' }[language],
  from: '16/11',
  to: '22/11',
  figures: [
    fill(words[language].total, { opened: 120, closed: 118 }),
    fill(words[language].row, { name: 'Bento', opened: 52, closed: 50 }),
  ].join('\n'),
  link: 'https://atende.example.com/reports',
})

export const weeklyTemplate: MailTemplate = {
  kind: 'weeklyReport',
  words: {
    'pt-BR': {
      subject: '{{view}}: a semana de {{from}} a {{to}}',
      body: lines(
        'Olá, {{name}}!',
        '{{figures}}',
        'Para ver tudo no Balcão, abra: {{link}}',
        'Você recebe este e-mail às segundas porque pediu em Relatórios, Visões salvas.',
      ),
    },
    en: {
      subject: '{{view}}: the week from {{from}} to {{to}}',
      body: lines(
        'Hello {{name}},',
        '{{figures}}',
        'To see everything in Balcão, open: {{link}}',
        'You receive this email on Mondays because you asked for it in Reports, Saved views.',
      ),
    },
    es: {
      subject: '{{view}}: la semana del {{from}} al {{to}}',
      body: lines(
        'Hola, {{name}}:',
        '{{figures}}',
        'Para ver todo en Balcão, abra: {{link}}',
        'Recibe este correo los lunes porque lo pidió en Informes, Vistas guardadas.',
      ),
    },
    tr: {
      subject: '{{view}}: {{from}} – {{to}} haftası',
      body: lines(
        'Merhaba {{name}},',
        '{{figures}}',
        'Tümünü Balcão’da görmek için açın: {{link}}',
        'Bu e-postayı Raporlar, Kayıtlı görünümler bölümünde istediğiniz için pazartesileri alıyorsunuz.',
      ),
    },
  },
  samples: { 'pt-BR': sampleOf('pt-BR'), en: sampleOf('en'), es: sampleOf('es'), tr: sampleOf('tr') },
}
