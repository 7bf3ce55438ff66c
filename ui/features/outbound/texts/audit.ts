/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
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
})
