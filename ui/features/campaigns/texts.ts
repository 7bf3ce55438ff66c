import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('campaigns', (language) => import(`./texts.${language}.json`), {
  title: 'Campanhas',
  search: 'Buscar campanha',
  new: 'Nova campanha',
  gone: 'Esta campanha não existe mais.',
  answered: 'Respondeu à campanha {name}',
  copied: 'Cópia criada.',
  at: '{day} às {time}',
  noMatch: 'A busca olha o nome da campanha.',
  act: {
    stop: 'Parar {name}',
    restart: 'Reiniciar {name}',
    look: 'Ver {name}',
    report: 'Relatório de {name}',
    copy: 'Copiar {name}',
  },
  column: {
    audience: 'Lista ou etiqueta',
    scheduledAt: 'Agendamento',
    completedAt: 'Conclusão',
    confirmation: 'Confirmação',
    progress: 'Progresso',
  },
  empty: {
    title: 'Nenhuma campanha ainda',
    text: 'Uma campanha leva a mesma mensagem a muitas pessoas, no ritmo que o WhatsApp aceita.',
  },
  status: {
    INATIVA: 'Inativa',
    PROGRAMADA: 'Programada',
    EM_ANDAMENTO: 'Em andamento',
    CANCELADA: 'Cancelada',
    FINALIZADA: 'Finalizada',
  },
  delete: {
    title: 'Excluir a campanha {name}?',
    confirm: 'Excluir campanha',
    done: 'Campanha {name} excluída.',
    running: { one: 'Ela para: {count} pessoa não recebe.', other: 'Ela para: {count} pessoas não recebem.' },
    report: 'O relatório com todos os envios se perde.',
    draft: 'O rascunho se perde.',
    stays: 'As mensagens enviadas continuam nas conversas.',
  },
  stop: {
    title: 'Parar a campanha {name}?',
    confirm: 'Parar',
    done: 'Campanha {name} parada.',
    unbegun: 'Ela não começa na hora marcada. Dá para reiniciar depois, ou programar de novo.',
    text: {
      one: '{sent} já receberam. {count} pessoa fica sem a mensagem até você reiniciar.',
      other: '{sent} já receberam. {count} pessoas ficam sem a mensagem até você reiniciar.',
    },
  },
  restart: {
    title: 'Reiniciar a campanha {name}?',
    confirm: 'Reiniciar',
    done: 'Campanha {name} em andamento.',
    unbegun: 'Ainda ninguém recebeu: ela começa agora, para todo o público.',
    text: {
      one: '{sent} já receberam e não recebem de novo. Falta {count} pessoa.',
      other: '{sent} já receberam e não recebem de novo. Faltam {count} pessoas.',
    },
  },
})
