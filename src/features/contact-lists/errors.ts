import { defineErrors } from '../../errors'

export const listErrors = defineErrors({
  ERR_NO_CONTACT_LIST_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Lista de contatos não encontrada.',
      en: 'Contact list not found.',
      es: 'Lista de contactos no encontrada.',
      tr: 'Kişi listesi bulunamadı.',
    },
  },
  ERR_NO_LIST_ITEM_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Este contato não está na lista.',
      en: 'This contact is not in the list.',
      es: 'Este contacto no está en la lista.',
      tr: 'Bu kişi listede yok.',
    },
  },
  ERR_LIST_NUMBER_TAKEN: {
    status: 409,
    texts: {
      'pt-BR': 'Este número já está na lista.',
      en: 'This number is already in the list.',
      es: 'Este número ya está en la lista.',
      tr: 'Bu numara zaten listede.',
    },
  },
  /** `details.most`: lists per company. */
  ERR_LIST_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa já tem listas demais: exclua as que não usa.',
      en: 'The company has too many lists: delete those you no longer use.',
      es: 'La empresa ya tiene demasiadas listas: elimine las que no usa.',
      tr: 'Şirketin zaten çok fazla listesi var: kullanılmayanları silin.',
    },
  },
  /** `details.most`: contacts per list. */
  ERR_LIST_FULL: {
    status: 409,
    texts: {
      'pt-BR': 'Esta lista já tem contatos demais: crie outra.',
      en: 'This list has too many contacts: create another one.',
      es: 'Esta lista ya tiene demasiados contactos: cree otra.',
      tr: 'Bu listede zaten çok fazla kişi var: yeni bir liste oluşturun.',
    },
  },
  /** An opted-out contact leaves the blacklist only after the opt-out is removed. */
  ERR_LIST_OPTED_OUT: {
    status: 409,
    texts: {
      'pt-BR':
        'Esta pessoa pediu para não receber mais mensagens. Remova-a antes dos descadastrados, em Ajustes de campanhas.',
      en: 'This person has opted out. Remove them from opt-outs in the campaign settings first.',
      es: 'Esta persona pidió no recibir más mensajes. Retire el pedido en la configuración de campañas.',
      tr: 'Bu kişi artık mesaj almak istemediğini bildirdi. Önce kampanya ayarlarından isteği kaldırın.',
    },
  },
})
