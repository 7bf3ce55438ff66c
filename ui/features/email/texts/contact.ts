/** E-mails in the contact's pane and the conversation's menu: loaded with the desk's parts. */
import { defineTexts } from '../../../shared/i18n/define'

export const contactEmailTexts = defineTexts('contactEmails', {
  'pt-BR': {
    send: 'Enviar e-mail',
    noAddress: 'sem e-mail no cadastro',
    title: 'E-mails',
    more: 'Os mais recentes',
    by: 'por {name}',
    from: '{name} respondeu: {text}',
    about: 'Sobre {name}',
    missing: '{name} não tem e-mail no cadastro: escreva o endereço em “Para”.',
    state: { scheduled: 'agendado', sending: 'enviando', done: 'enviado', failed: 'falhou' },
  },
  en: {
    send: 'Send an email',
    noAddress: 'no email on file',
    title: 'Emails',
    more: 'The latest ones',
    by: 'by {name}',
    from: '{name} answered: {text}',
    about: 'About {name}',
    missing: '{name} has no email on file: type the address in “To”.',
    state: { scheduled: 'scheduled', sending: 'sending', done: 'sent', failed: 'failed' },
  },
  es: {
    send: 'Enviar correo',
    noAddress: 'sin correo en la ficha',
    title: 'Correos',
    more: 'Los más recientes',
    by: 'por {name}',
    from: '{name} respondió: {text}',
    about: 'Sobre {name}',
    missing: '{name} no tiene correo en la ficha: escriba la dirección en “Para”.',
    state: { scheduled: 'programado', sending: 'enviando', done: 'enviado', failed: 'falló' },
  },
  tr: {
    send: 'E-posta gönder',
    noAddress: 'kayıtlı e-posta yok',
    title: 'E-postalar',
    more: 'En yeniler',
    by: '{name} gönderdi',
    from: '{name} yanıtladı: {text}',
    about: '{name} hakkında',
    missing: '{name} için kayıtlı e-posta yok: adresi “Kime” alanına yazın.',
    state: { scheduled: 'zamanlandı', sending: 'gönderiliyor', done: 'gönderildi', failed: 'başarısız' },
  },
})
