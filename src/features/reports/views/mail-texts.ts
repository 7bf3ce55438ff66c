/** What the weekly mail about a saved view says unless the operator has worded it anew. */
import type { Language } from '../../../texts/languages'
import type { Grouping } from '../contract'

type MailTexts = {
  readonly subject: string
  /** Paragraphs. */
  readonly body: readonly string[]
  readonly sampleView: string
  readonly signs: { readonly hour: string; readonly minute: string }
  readonly total: string
  readonly messages: string
  readonly row: string
  readonly wait: string
  readonly support: string
  readonly nps: string
  readonly count: { readonly one: string; readonly other: string }
  readonly more: string
  readonly none: string
  readonly by: Readonly<Record<Grouping, string>>
}

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  'pt-BR': {
    subject: '{{view}}: a semana de {{from}} a {{to}}',
    body: [
      'Olá, {{name}}!',
      '{{figures}}',
      'Para ver tudo no Balcão, abra: {{link}}',
      'Você recebe este e-mail às segundas porque pediu em Relatórios, Visões salvas.',
    ],
    sampleView: 'Vendas',
    signs: { hour: 'h', minute: 'min' },
    total: 'Atendimentos: {opened} abertos, {closed} finalizados',
    messages: 'Mensagens: {received} recebidas, {sent} enviadas',
    row: '{name}: {opened} abertos, {closed} finalizados',
    wait: 'espera média {time}',
    support: 'atendimento médio {time}',
    nps: 'NPS {nps}',
    count: { one: '1 atendimento neste filtro', other: '{count} atendimentos neste filtro' },
    more: 'e mais {n}',
    none: 'sem nome',
    by: { attendants: 'Por atendente', queues: 'Por fila', tags: 'Por etiqueta', connections: 'Por conexão' },
  },
  en: {
    subject: '{{view}}: the week from {{from}} to {{to}}',
    body: [
      'Hello {{name}},',
      '{{figures}}',
      'To see everything in Balcão, open: {{link}}',
      'You receive this email on Mondays because you asked for it in Reports, Saved views.',
    ],
    sampleView: 'Sales',
    signs: { hour: 'h', minute: 'min' },
    total: 'Conversations: {opened} opened, {closed} closed',
    messages: 'Messages: {received} received, {sent} sent',
    row: '{name}: {opened} opened, {closed} closed',
    wait: 'average wait {time}',
    support: 'average handling {time}',
    nps: 'NPS {nps}',
    count: { one: '1 conversation in this filter', other: '{count} conversations in this filter' },
    more: 'and {n} more',
    none: 'none',
    by: { attendants: 'By attendant', queues: 'By queue', tags: 'By tag', connections: 'By connection' },
  },
  es: {
    subject: '{{view}}: la semana del {{from}} al {{to}}',
    body: [
      'Hola, {{name}}:',
      '{{figures}}',
      'Para ver todo en Balcão, abra: {{link}}',
      'Recibe este correo los lunes porque lo pidió en Informes, Vistas guardadas.',
    ],
    sampleView: 'Ventas',
    signs: { hour: 'h', minute: 'min' },
    total: 'Conversaciones: {opened} abiertas, {closed} finalizadas',
    messages: 'Mensajes: {received} recibidos, {sent} enviados',
    row: '{name}: {opened} abiertas, {closed} finalizadas',
    wait: 'espera media {time}',
    support: 'atención media {time}',
    nps: 'NPS {nps}',
    count: { one: '1 conversación en este filtro', other: '{count} conversaciones en este filtro' },
    more: 'y {n} más',
    none: 'sin nombre',
    by: { attendants: 'Por agente', queues: 'Por cola', tags: 'Por etiqueta', connections: 'Por conexión' },
  },
  tr: {
    subject: '{{view}}: {{from}} – {{to}} haftası',
    body: [
      'Merhaba {{name}},',
      '{{figures}}',
      'Tümünü Balcão’da görmek için açın: {{link}}',
      'Bu e-postayı Raporlar, Kayıtlı görünümler bölümünde istediğiniz için pazartesileri alıyorsunuz.',
    ],
    sampleView: 'Satış',
    signs: { hour: 'sa', minute: 'dk' },
    total: 'Görüşmeler: {opened} açıldı, {closed} kapandı',
    messages: 'Mesajlar: {received} gelen, {sent} gönderilen',
    row: '{name}: {opened} açıldı, {closed} kapandı',
    wait: 'ortalama bekleme {time}',
    support: 'ortalama görüşme {time}',
    nps: 'NPS {nps}',
    count: { one: 'Bu filtrede {count} görüşme', other: 'Bu filtrede {count} görüşme' },
    more: 've {n} tane daha',
    none: 'adsız',
    by: { attendants: 'Temsilciye göre', queues: 'Kuyruğa göre', tags: 'Etikete göre', connections: 'Bağlantıya göre' },
  },
}
