/** Heads of the dashboard’s spreadsheets. */
import type { Language } from '../../texts/languages'
import type { DashboardSheet } from './contract'
import en from './export-texts.en.json'
import es from './export-texts.es.json'
import tr from './export-texts.tr.json'

type ExportTexts = Readonly<Record<DashboardSheet, readonly string[]>>

export const exportTexts: Readonly<Record<Language, ExportTexts>> = {
  'pt-BR': {
    attendants: [
      'Atendente',
      'Em aberto',
      'Recebidos',
      'Finalizados',
      'Espera média (s)',
      'Atendimento médio (s)',
      'Mensagens enviadas',
      'Avaliação (de 3)',
      'Respostas',
      'NPS',
    ],
    times: [
      'Dia',
      'Hora',
      'Recebidos',
      'Aceitos',
      'Finalizados',
      'Leads novos',
      'Mensagens recebidas',
      'Mensagens enviadas',
      'Espera média (s)',
      'Atendimento médio (s)',
      'Avaliação (de 3)',
    ],
  },
  en,
  es,
  tr,
}
