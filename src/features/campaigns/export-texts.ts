/** What the spreadsheet of a campaign’s deliveries says. */
import type { Language } from '../../texts/languages'
import type { DeliveryState } from './contract'
import en from './export-texts.en.json'
import es from './export-texts.es.json'
import tr from './export-texts.tr.json'

type ExportTexts = {
  readonly heads: readonly string[]
  readonly states: Readonly<Record<DeliveryState, string>>
  /** Why a delivery was excluded or failed. */
  readonly reasons: Readonly<Record<string, string>>
}

export const exportTexts: Readonly<Record<Language, ExportTexts>> = {
  'pt-BR': {
    heads: ['Nome', 'Número', 'Texto', 'Situação', 'Enviada', 'Entregue', 'Lida', 'Resposta', 'Motivo'],
    states: {
      waiting: 'Aguardando',
      cold: 'Frio, aguardando',
      asked: 'Confirmação pedida',
      sending: 'Enviando',
      sent: 'Enviada',
      delivered: 'Entregue',
      read: 'Lida',
      answered: 'Respondeu',
      optedOut: 'Pediu para sair',
      failed: 'Falhou',
      skipped: 'Fora do envio',
    },
    reasons: {
      duplicate: 'Repetido na lista',
      blacklisted: 'Marcado para não receber',
      noWhatsapp: 'Sem WhatsApp',
      unchecked: 'Número ainda não conferido',
      optedOut: 'Pediu para não receber',
      blocked: 'Contato bloqueado',
      cold: 'Nunca escreveu',
      noConfirmation: 'Não confirmou em 7 dias',
      gone: 'Contato excluído',
      engaged: 'Em atendimento',
      restored: 'Pode ter recebido antes da restauração',
      refused: 'Texto vazio ou longo demais',
      notOnWhatsapp: 'O número não tem WhatsApp',
      rejected: 'O WhatsApp recusou',
      restricted: 'O WhatsApp limita conversas novas',
      expired: 'Esperou mais de 24 horas',
      noAnswer: 'O WhatsApp não respondeu',
      connectionDeleted: 'A conexão foi excluída',
      notInPlan: 'O plano não inclui este canal',
      cancelled: 'Cancelada antes de sair',
      unknown: 'Motivo desconhecido',
    },
  },
  en,
  es,
  tr,
}
