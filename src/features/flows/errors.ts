import { defineErrors } from '../../errors'

export const flowErrors = defineErrors({
  ERR_NO_FLOW_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Fluxo não encontrado.',
      en: 'Flow not found.',
      es: 'Flujo no encontrado.',
      tr: 'Akış bulunamadı.',
    },
  },
  ERR_FLOW_CHANGED: {
    status: 409,
    texts: {
      'pt-BR': 'Outra pessoa mudou este fluxo. Carregue de novo para ver as mudanças.',
      en: 'Somebody else has changed this flow. Load it again to see the changes.',
      es: 'Otra persona cambió este flujo. Cárguelo de nuevo para ver los cambios.',
      tr: 'Bu akışı başka biri değiştirdi. Değişiklikleri görmek için yeniden yükleyin.',
    },
  },
  /** `details`: the problems, as `check` returns them. */
  ERR_FLOW_FAULTY: {
    status: 422,
    texts: {
      'pt-BR': 'O fluxo tem erros e ainda não pode ser publicado.',
      en: 'The flow has errors and cannot be published yet.',
      es: 'El flujo tiene errores y aún no se puede publicar.',
      tr: 'Akışta hatalar var, henüz yayımlanamaz.',
    },
  },
  /** `details.most`: characters. */
  ERR_FLOW_TOO_LARGE: {
    status: 413,
    texts: {
      'pt-BR': 'O fluxo é grande demais: divida em dois.',
      en: 'The flow is too large: split it in two.',
      es: 'El flujo es demasiado grande: divídalo en dos.',
      tr: 'Akış çok büyük: ikiye bölün.',
    },
  },
  /** `details.most`: files, or secrets, of a flow. */
  ERR_FLOW_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'O fluxo já tem arquivos ou segredos demais.',
      en: 'The flow has too many files or secrets.',
      es: 'El flujo ya tiene demasiados archivos o secretos.',
      tr: 'Akışta çok fazla dosya veya gizli anahtar var.',
    },
  },
})
