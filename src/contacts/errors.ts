import { defineErrors } from '../errors'

export const contactErrors = defineErrors({
  /** A contact with an active ticket is not deleted; `details` says who has it. */
  ERR_CONTACT_HAS_TICKET: {
    status: 409,
    texts: {
      'pt-BR': 'Este contato tem um atendimento em aberto: resolva-o antes de excluir.',
      en: 'This contact has an open ticket: resolve it before deleting.',
      es: 'Este contacto tiene una atención abierta: resuélvala antes de eliminarlo.',
      tr: 'Bu kişinin açık bir talebi var: silmeden önce onu çözün.',
    },
  },
})
