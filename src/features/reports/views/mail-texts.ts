/** What the weekly mail about a saved view says unless the operator has worded it anew. */
import type { Language } from '../../../texts/languages'
import type { Grouping } from '../contract'
import en from './mail-texts.en.json'
import es from './mail-texts.es.json'
import tr from './mail-texts.tr.json'

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
    by: {
      attendants: 'Por atendente',
      queues: 'Por fila',
      tags: 'Por etiqueta',
      connections: 'Por conexão',
      channels: 'Por canal',
    },
  },
  en,
  es,
  tr,
}
