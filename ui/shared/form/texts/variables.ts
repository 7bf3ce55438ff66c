/** The names of variables in texts to contacts: apart, because the shell says them too. */
import { defineTexts } from '../../i18n/define'

export const variableTexts = defineTexts('variables', (language) => import(`./variables.${language}.json`), {
  insert: 'Inserir',
  more: 'mais…',
  length: '{length} de {max}',
  firstName: 'primeiro nome',
  name: 'nome',
  ms: 'saudação',
  protocol: 'protocolo',
  date: 'data',
  hour: 'hora',
  nextOpening: 'próxima abertura',
  contactFirstName: 'primeiro nome do contato',
  contactName: 'nome do contato',
  contactNumber: 'número do contato',
  contactEmail: 'e-mail do contato',
  connectionName: 'nome da conexão',
  companyName: 'nome da empresa',
  message: 'última mensagem',
  httpStatus: 'status da chamada',
  answerProblem: 'o que está errado na resposta',
  misspelled: '“{words}” não é uma variável: vai escrito assim mesmo.',
  choose: 'Inserir variável: {field}',
})
