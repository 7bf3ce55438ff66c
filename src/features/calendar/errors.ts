import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const eventErrors = defineErrors(translations, {
  /** Also for events of others. */
  ERR_NO_EVENT_FOUND: { status: 404, text: 'Evento não encontrado.' },
  /** `details.most`: events per person. */
  ERR_EVENT_LIMIT: { status: 409, text: 'O seu calendário já tem o máximo de eventos: exclua alguns antigos.' },
  /** `details.most`: repeated events per person. */
  ERR_SERIES_LIMIT: { status: 409, text: 'O seu calendário já tem o máximo de eventos que se repetem: exclua alguns.' },
  /** `details.most`: days without a repeated event. */
  ERR_SKIPPED_LIMIT: {
    status: 409,
    text: 'Este evento já tem o máximo de dias excluídos: dê a ele uma data final e crie outro.',
  },
  /** The file to import is no calendar. */
  ERR_NO_CALENDAR: { status: 422, text: 'Este arquivo não é um calendário (.ics).' },
})
