/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    outbound: {
      messageInterval: 'Intervalo (s)',
      longerIntervalAfter: 'Pausa maior a cada',
      greaterInterval: 'Pausa maior (s)',
      sendFrom: 'Enviar a partir das',
      sendTo: 'Enviar até as',
      sendDays: 'Dias de envio',
      skipHolidays: 'Não enviar em feriados',
      dailyCap: 'Mensagens por dia',
      coldCap: 'Contatos frios por dia',
      optOut: 'Descadastro',
    },
  },
  en: {
    outbound: {
      messageInterval: 'Interval between messages (s)',
      longerIntervalAfter: 'Longer pause every',
      greaterInterval: 'Longer pause (s)',
      sendFrom: 'Send from',
      sendTo: 'Send until',
      sendDays: 'Sending days',
      skipHolidays: 'Do not send on holidays',
      dailyCap: 'Messages per day',
      coldCap: 'Cold contacts per day',
      optOut: 'Opt-out',
    },
  },
  es: {
    outbound: {
      messageInterval: 'Intervalo (s)',
      longerIntervalAfter: 'Pausa mayor cada',
      greaterInterval: 'Pausa mayor (s)',
      sendFrom: 'Enviar desde las',
      sendTo: 'Enviar hasta las',
      sendDays: 'Días de envío',
      skipHolidays: 'No enviar en feriados',
      dailyCap: 'Mensajes al día',
      coldCap: 'Contactos fríos al día',
      optOut: 'Baja',
    },
  },
  tr: {
    outbound: {
      messageInterval: 'Aralık (sn)',
      longerIntervalAfter: 'Uzun mola her',
      greaterInterval: 'Uzun mola (sn)',
      sendFrom: 'Gönderim başlangıcı',
      sendTo: 'Gönderim sonu',
      sendDays: 'Gönderim günleri',
      skipHolidays: 'Tatilde gönderme',
      dailyCap: 'Günlük mesaj',
      coldCap: 'Günlük soğuk kişi',
      optOut: 'Mesaj istemeyen',
    },
  },
})
