/** Names of the chapters, by the tag of their operations. */
import { defineTexts } from '../../../shared/i18n/define'

export const chapters = defineTexts('apiChapter', (language) => import(`./chapters.${language}.json`), {
  of: {
    'external-api': 'API de mensagens',
    webhooks: 'Webhooks',
    ai: 'Assistente de IA',
    audit: 'Histórico de alterações',
    chats: 'Chat interno',
    distribution: 'Distribuição',
    email: 'E-mail',
    flows: 'Fluxos',
    hours: 'Horários e feriados',
    messages: 'Mensagens',
    'live-wall': 'Tempo real',
    monitor: 'Monitor da instalação',
    'note-mentions': 'Menções em notas',
    notes: 'Notas do contato',
    operator: 'Empresas',
    'operator-settings': 'Ajustes da instalação',
    outbound: 'Envios sem atendente',
    'password-reset': 'Recuperação de senha',
    'personal-data': 'Dados pessoais',
    queues: 'Filas',
    ratings: 'Avaliações',
    schedules: 'Agendamentos',
    server: 'Servidor',
    'sign-up': 'Cadastro',
    subscription: 'Assinatura',
    typebot: 'Typebot',
    users: 'Usuários e acesso',
  },
})
