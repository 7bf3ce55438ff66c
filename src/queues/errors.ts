import { defineErrors } from '../errors'

/** `details` of the last three names the option's field, such as `options.3.message`. */
export const queueErrors = defineErrors({
  ERR_NO_QUEUE_OPTION_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Esta opção não existe mais.',
      en: 'This option no longer exists.',
      es: 'Esta opción ya no existe.',
      tr: 'Bu seçenek artık yok.',
    },
  },
  ERR_QUEUE_OPTION_INCOMPLETE: {
    status: 422,
    texts: {
      'pt-BR': 'Opção não salva, preencha todos os dados.',
      en: 'Option not saved: fill in all fields.',
      es: 'Opción no guardada: complete todos los datos.',
      tr: 'Seçenek kaydedilmedi: tüm bilgileri doldurun.',
    },
  },
  ERR_QUEUE_OPTION_PLACE: {
    status: 422,
    texts: {
      'pt-BR': 'Uma opção não pode ficar aí: ela estaria dentro de si mesma ou fundo demais.',
      en: 'An option cannot go there: it would be inside itself, or nested too deeply.',
      es: 'Una opción no puede quedar ahí: estaría dentro de sí misma o demasiado profunda.',
      tr: 'Seçenek orada olamaz: kendi içinde ya da çok derinde kalır.',
    },
  },
  ERR_QUEUE_OPTION_LIMIT: {
    status: 422,
    texts: {
      'pt-BR': 'Uma fila tem no máximo 500 opções.',
      en: 'A queue can have at most 500 options.',
      es: 'Una cola tiene como máximo 500 opciones.',
      tr: 'Bir kuyrukta en fazla 500 seçenek olur.',
    },
  },
})
