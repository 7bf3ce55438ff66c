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
})
