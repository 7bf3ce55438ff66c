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
      moved: 'Não tinha saído quando a empresa veio para cá',
      refused: 'Texto vazio ou longo demais',
      notOnWhatsapp: 'O número não tem WhatsApp',
      rejected: 'O WhatsApp recusou',
      restricted: 'O WhatsApp limita conversas novas',
      expired: 'Esperou mais de 24 horas',
      noAnswer: 'O WhatsApp não respondeu',
      connectionDeleted: 'A conexão foi excluída',
      notInPlan: 'O plano não inclui este canal',
      cancelled: 'Cancelada antes de sair',
      noAddress: 'Sem endereço neste canal',
      windowClosed: 'Não escreveu nas últimas 24 horas',
      templateValues: 'Faltava um valor do modelo',
      refusedHere: 'O WhatsApp recusou só esta mensagem; a conta não está limitada',
      formerNumber: 'A conexão tem outro número agora; pode ter chegado pelo anterior',
      fileGone: 'O arquivo não está mais aqui',
      unreachable: 'O WhatsApp ou a Meta não conseguiu entregar a esta pessoa',
      noSuchPerson: 'Esta pessoa não existe mais para a sua conta',
      notInTestList: 'O número de teste só envia para números cadastrados na Meta',
      needsNumber: 'Este modelo precisa do número de telefone da pessoa',
      heldBack: 'A Meta reteve a mensagem: esta pessoa já recebe ofertas demais',
      paymentMissing: 'A Meta não tem uma forma de pagamento válida desta conta',
      accountLocked: 'A Meta bloqueou esta conta',
      policyBlocked: 'A Meta bloqueou esta conta pelas regras dela',
      permissionMissing: 'A permissão da Meta para este número não basta',
      tokenEnded: 'O acesso à Meta acabou',
      badParameter: 'A Meta não aceitou uma parte da mensagem',
      kindRefused: 'Este canal não aceita este tipo de mensagem',
      mediaRefused: 'A Meta não conseguiu usar o arquivo',
      fileTooLarge: 'O arquivo é grande demais para este canal',
      fileTypeRefused: 'Este canal não aceita este tipo de arquivo',
      tooLong: 'O texto é longo demais para este canal',
      templateVariables: 'Os campos do modelo não combinam com o que foi aprovado',
      templateMissing: 'A Meta não tem este modelo neste idioma',
      templateRefused: 'O conteúdo do modelo vai contra as regras da Meta',
      templatePaused: 'A Meta pausou este modelo',
      notRegistered: 'O número não está registrado na API da Meta',
      tooMany: 'A Meta recebeu mensagens demais em pouco tempo',
      metaRefused: 'A Meta recusou a mensagem',
      noPublicUrl: 'A Meta busca o arquivo aqui, e o operador ainda não informou o endereço público desta instalação',
      unknown: 'Motivo desconhecido',
    },
  },
  en,
  es,
  tr,
}
