/** What the spreadsheets of reports say. */
import type { Language } from '../../texts/languages'
import type { TicketTab } from '../../tickets/contract'
import type { Grouping } from './contract'
import en from './export-texts.en.json'
import es from './export-texts.es.json'
import tr from './export-texts.tr.json'

type ExportTexts = {
  readonly heads: readonly string[]
  readonly sheetName: string
  /** Between the first and the last day. */
  readonly between: string
  readonly states: Readonly<Record<TicketTab, string>>
  readonly groups: Readonly<Record<Grouping, string>>
  readonly figureHeads: readonly string[]
}

export const exportTexts: Readonly<Record<Language, ExportTexts>> = {
  'pt-BR': {
    heads: [
      'Protocolo',
      'Contato',
      'Número',
      'Atendente',
      'Fila',
      'Conexão',
      'Etiquetas',
      'Estado',
      'Aberto',
      'Aceito',
      'Fechado',
      'Espera (min)',
      'Duração (min)',
      'Nota',
      'Resposta',
    ],
    sheetName: 'Atendimentos',
    between: 'a',
    states: {
      pending: 'Aguardando',
      bot: 'Com o bot',
      open: 'Em atendimento',
      closed: 'Fechado',
    },
    groups: {
      attendants: 'Atendente',
      queues: 'Fila',
      tags: 'Etiqueta',
      connections: 'Conexão',
      channels: 'Canal',
    },
    figureHeads: [
      'Recebidos',
      'Finalizados',
      'Espera média (s)',
      'Atendimento médio (s)',
      'Mensagens recebidas',
      'Mensagens enviadas',
      'Perguntas',
      'Respostas',
      'Nota (de 3)',
      'Promotores',
      'Neutros',
      'Detratores',
      'NPS',
    ],
  },
  en,
  es,
  tr,
}
