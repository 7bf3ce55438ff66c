/** E-mails in the contact's pane and the conversation's menu: loaded with the desk's parts. */
import { defineTexts } from '../../../shared/i18n/define'

export const contactEmailTexts = defineTexts('contactEmails', (language) => import(`./contact.${language}.json`), {
  send: 'Enviar e-mail',
  noAddress: 'sem e-mail no cadastro',
  title: 'E-mails',
  more: 'Os mais recentes',
  by: 'por {name}',
  from: '{name} respondeu: {text}',
  about: 'Sobre {name}',
  missing: '{name} não tem e-mail no cadastro: escreva o endereço em “Para”.',
  state: { scheduled: 'agendado', sending: 'enviando', done: 'enviado', failed: 'falhou' },
})
