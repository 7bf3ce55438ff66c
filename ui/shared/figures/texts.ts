import { defineTexts } from '../i18n/define'

/** What dashboard, live wall and reports have in common. */
export const figureTexts = defineTexts('figures', (language) => import(`./texts.${language}.json`), {
  queue: 'Fila',
  connection: 'Conexão',
  channel: 'Canal',
  attendant: 'Atendente',
  nobody: 'Ninguém',
  opened: 'Recebidos',
  closed: 'Finalizados',
  wait: 'Espera média',
  support: 'Atendimento médio',
  rating: 'Avaliação',
  counting: 'Os números de antes da atualização ainda estão sendo somados.',
})
