import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const scheduleErrors = defineErrors(translations, {
  ERR_NO_SCHEDULE_FOUND: { status: 404, text: 'Agendamento não encontrado.' },
  /** It is being sent, was sent, or has failed. */
  ERR_SCHEDULE_LOCKED: { status: 409, text: 'Este agendamento já foi processado e não pode mais ser alterado.' },
  /** `details.most`: schedules per company. */
  ERR_SCHEDULE_LIMIT: { status: 409, text: 'A empresa já tem o máximo de agendamentos.' },
})
