import { defineErrors } from '../../errors'

export const eventErrors = defineErrors({
  /** Also for events of others. */
  ERR_NO_EVENT_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Evento não encontrado.',
      en: 'Event not found.',
      es: 'Evento no encontrado.',
      tr: 'Etkinlik bulunamadı.',
    },
  },
  /** `details.most`: events per person. */
  ERR_EVENT_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'O seu calendário já tem o máximo de eventos: exclua alguns antigos.',
      en: 'Your calendar has reached its limit of events: delete some old ones.',
      es: 'Su calendario ya tiene el máximo de eventos: elimine algunos antiguos.',
      tr: 'Takviminiz etkinlik sınırına ulaştı: eski etkinliklerden birkaçını silin.',
    },
  },
  /** `details.most`: repeated events per person. */
  ERR_SERIES_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'O seu calendário já tem o máximo de eventos que se repetem: exclua alguns.',
      en: 'Your calendar has reached its limit of repeated events: delete some.',
      es: 'Su calendario ya tiene el máximo de eventos que se repiten: elimine algunos.',
      tr: 'Takviminiz yinelenen etkinlik sınırına ulaştı: birkaçını silin.',
    },
  },
  /** `details.most`: days without a repeated event. */
  ERR_SKIPPED_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'Este evento já tem o máximo de dias excluídos: dê a ele uma data final e crie outro.',
      en: 'This event has reached its limit of deleted days: give it a last day and create another.',
      es: 'Este evento ya tiene el máximo de días eliminados: póngale una fecha final y cree otro.',
      tr: 'Bu etkinlik silinen gün sınırına ulaştı: ona bir son gün verin ve yenisini oluşturun.',
    },
  },
  /** The file to import is no calendar. */
  ERR_NO_CALENDAR: {
    status: 422,
    texts: {
      'pt-BR': 'Este arquivo não é um calendário (.ics).',
      en: 'This file is not a calendar (.ics).',
      es: 'Este archivo no es un calendario (.ics).',
      tr: 'Bu dosya bir takvim (.ics) değil.',
    },
  },
})
