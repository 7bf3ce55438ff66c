import { defineTexts } from '../../../shared/i18n/define'

/** Where a ticket may go, what happened to it, and what is known of its contact. */
export const movesTexts = defineTexts('moves', (language) => import(`./moves.${language}.json`), {
  cannotBegin: 'Não dá para iniciar conversas agora por {name}: a mensagem espera para sair.',
  changeQueue: 'Mudar a fila: {name}',
  changeUser: 'Mudar o atendente: {name}',
  nobody: 'Ninguém',
  log: {
    waited: 'após {time} de espera',
    attended: 'após {time} de atendimento',
    bot: 'pelo bot',
    noChoice: 'sem escolha no tempo dado',
    unknownAnswers: 'muitas respostas não reconhecidas',
    tooFast: 'respostas rápidas demais: pode ser outro bot',
    tooManyMessages: 'mensagens demais em pouco tempo',
    tooMany: 'respostas demais',
    onlyQueue: 'única fila da conexão',
    merged: 'mesclado com o atendimento #{id}',
    imported: 'importado do celular',
  },
})
