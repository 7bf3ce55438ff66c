import { defineErrors } from '../errors'

export const contactErrors = defineErrors({
  ERR_NO_CATEGORY_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Não foi possível realizar a operação: esta categoria não existe mais.',
      en: 'Category not found.',
      es: 'No se pudo realizar la operación: esta categoría ya no existe.',
      tr: 'İşlem gerçekleştirilemedi: bu kategori artık yok.',
    },
  },
  ERR_USERNAME_UNKNOWN: {
    status: 404,
    texts: {
      'pt-BR': 'Ninguém no WhatsApp usa esse nome de usuário.',
      en: 'No one on WhatsApp has this username.',
      es: 'Nadie en WhatsApp tiene ese nombre de usuario.',
      tr: 'WhatsApp’ta bu kullanıcı adına sahip kimse yok.',
    },
  },
  /** The username is protected by a key; `details` says whether one was given. */
  ERR_USERNAME_KEY: {
    status: 409,
    texts: {
      'pt-BR': 'Este nome de usuário é protegido: peça à pessoa a chave de 4 dígitos.',
      en: 'This username is protected: ask the person for the 4-digit key.',
      es: 'Este nombre de usuario está protegido: pida a la persona la clave de 4 dígitos.',
      tr: 'Bu kullanıcı adı korumalı: kişiden 4 haneli anahtarı isteyin.',
    },
  },
  /** A contact with an active ticket cannot be deleted; `details` names the attendant. */
  ERR_CONTACT_HAS_TICKET: {
    status: 409,
    texts: {
      'pt-BR': 'Este contato tem um atendimento em aberto: resolva-o antes de excluir.',
      en: 'This contact has an open conversation: resolve it before deleting.',
      es: 'Este contacto tiene una atención abierta: resuélvala antes de eliminarlo.',
      tr: 'Bu kişinin açık bir görüşmesi var: silmeden önce onu çözün.',
    },
  },
})
